import { addToList } from '../../src/machines/add-to-list.ts'
import { HttpError } from '../errors/http-error.ts'
import { yieldToEventLoop } from '../util/yield-to-event-loop.ts'

/**
 * Class of calls with its own limits and queue:
 * - `passwords`: calls that hash passwords, which is expensive on purpose
 * - `models`: calls whose work runs in child processes
 * - `exports`: calls that last as long as the client reads them
 * - `uploads`: tus uploads
 * - `calls`: all other API calls
 *
 * Pages, files, event streams (which have their own limits) and health checks have no queue and never wait.
 */
export type QueueName = 'calls' | 'passwords' | 'models' | 'uploads' | 'exports'

export interface QueueLimits {
  /** Maximum number of running calls, in total and per IP address. */
  running: number
  runningPerAddress: number
  /** Maximum number of queued calls, in total and per IP address. */
  queued: number
  queuedPerAddress: number
  /** Maximum time in the queue, in milliseconds. */
  maxWaitMs: number
}

/**
 * Limits of each queue. Ordinary calls use fewer connections than the pool has (10), which leaves some for health checks. The
 * embedded database can process that many calls quickly. A full queue takes about a second to process. Refusing a client
 * immediately is better than letting it wait longer.
 */
export const QUEUE_LIMITS: Record<QueueName, QueueLimits> = {
  calls: { running: 8, runningPerAddress: 6, queued: 256, queuedPerAddress: 128, maxWaitMs: 1_000 },
  passwords: { running: 4, runningPerAddress: 3, queued: 64, queuedPerAddress: 32, maxWaitMs: 5_000 },
  models: { running: 8, runningPerAddress: 6, queued: 64, queuedPerAddress: 32, maxWaitMs: 10_000 },
  exports: { running: 4, runningPerAddress: 2, queued: 16, queuedPerAddress: 4, maxWaitMs: 5_000 },
  uploads: { running: 256, runningPerAddress: 128, queued: 0, queuedPerAddress: 0, maxWaitMs: 0 },
}

/** Fraction of the queue's slots reserved for addresses without a queued call. Otherwise two addresses could fill the queue. */
const NEW_ADDRESS_SHARE = 1 / 4

/** Admission control: limits concurrent calls. Refuses the excess with 503 `UNAVAILABLE` and a `Retry-After`. */
export interface Admission {
  /** Throws synchronously if a call of this address could neither run nor be queued. */
  check(queueName: QueueName, address: string): void
  /** Returns whether the queue is full, or this address has used up its queue slots. */
  isFull(queueName: QueueName, address: string): boolean
  /**
   * Counts a call that was completely received, until the returned function is called. Throws synchronously if the queue is full.
   */
  countArrival(queueName: QueueName, address: string): () => void
  /**
   * Runs `work` when the call is admitted, and rethrows its errors. Throws if the call waits too long in the queue. The wait is
   * measured from the call's arrival (`since`, by `performance.now()`).
   */
  run<T>(queueName: QueueName, address: string, work: () => Promise<T>, since?: number): Promise<T>
}

const QUEUE_PATTERNS: readonly [lane: QueueName, calls: RegExp][] = [
  ['passwords', /^POST \/v1\/auth\/(signup|login)$|^PATCH \/v1\/users\/(password-by-code|me\/password)$/],
  [
    'models',
    /^POST \/(private\/)?v1\/assets(\/validate|\/predict-texture|\/[^/]+\/generate-icon-from-model)?$|^POST \/(private\/)?v1\/cage-meshes$|^PATCH \/(private\/)?v1\/(assets|cage-meshes)\/[^/]+$|^(GET|HEAD) \/(private\/)?v1\/assets\/[^/]+\/turntable$/,
  ],
  ['uploads', /^(POST|PATCH|DELETE) \/files(\/|$)/],
  ['exports', /^(GET|HEAD) \/(private\/)?v1\/assets\/export\/[^/]+$/],
  ['calls', /^\w+ \/(private\/)?v1\/(?!events$)/],
]

export const findQueueName = (method: string, path: string): QueueName | undefined =>
  QUEUE_PATTERNS.find(([, calls]) => calls.test(`${method} ${path}`))?.[0]

export const stripQuery = (target: string): string => target.split('?', 1)[0]!

/** Creates the queues of a process. `random` (0 to 1) spreads the retry times of refused clients. */
export function createAdmission(
  limits: Record<QueueName, QueueLimits> = QUEUE_LIMITS,
  random = Math.random,
): Admission {
  const createBusyError = () =>
    new HttpError(
      'UNAVAILABLE',
      'The server is busy right now. Try again in a moment.',
      undefined,
      1 + Math.floor(random() * 3),
    )
  const queues = new Map<QueueName, AddressFairQueue>()
  const queueFor = (queueName: QueueName) => {
    const queue = queues.get(queueName) ?? new AddressFairQueue(limits[queueName], createBusyError)
    queues.set(queueName, queue)
    return queue
  }
  return {
    check: (queueName, address) => queueFor(queueName).check(address),
    isFull: (queueName, address) => queueFor(queueName).isFull(address),
    countArrival: (queueName, address) => queueFor(queueName).countArrival(address),
    async run(queueName, address, work, since) {
      const queue = queueFor(queueName)
      await queue.acquire(address, since)
      try {
        return await work()
      } finally {
        queue.release(address)
      }
    },
  }
}

interface QueuedCall {
  begin: () => void
  timer: NodeJS.Timeout
}

/** Queue with fair scheduling: addresses take turns, and the address that has waited longest is next. */
class AddressFairQueue {
  #runningCount = 0
  #queuedCount = 0
  #presentCount = 0
  readonly #presentByAddress = new Map<string, number>()
  readonly #runningByAddress = new Map<string, number>()
  readonly #queues = new Map<string, QueuedCall[]>()

  constructor(
    private readonly limits: QueueLimits,
    private readonly createBusyError: () => HttpError,
  ) {}

  check(address: string): void {
    if (this.#canRun(address) && this.#queuedCount === 0) return
    const ofAddress = this.#queues.get(address)?.length ?? 0
    if (this.#queuedCount >= this.#maxQueuedFor(ofAddress) || ofAddress >= this.limits.queuedPerAddress)
      throw this.createBusyError()
  }

  isFull(address: string): boolean {
    const { running, runningPerAddress, queuedPerAddress } = this.limits
    const ofAddress = this.#presentByAddress.get(address) ?? 0
    return (
      this.#presentCount >= running + this.#maxQueuedFor(ofAddress) || ofAddress >= runningPerAddress + queuedPerAddress
    )
  }

  countArrival(address: string): () => void {
    if (this.isFull(address)) throw this.createBusyError()
    this.#presentCount += 1
    count(this.#presentByAddress, address, 1)
    return () => {
      this.#presentCount -= 1
      count(this.#presentByAddress, address, -1)
    }
  }

  async acquire(address: string, since: number | undefined): Promise<void> {
    const remainingMs = this.limits.maxWaitMs - (since === undefined ? 0 : performance.now() - since)
    if (remainingMs < 0) throw this.createBusyError()
    this.check(address)
    const isFirstInLine = ![...this.#queues.keys()].some((other) => this.#canRun(other))
    if (isFirstInLine && this.#canRun(address)) return this.#markRunning(address)
    await new Promise<void>((resolve, reject) => {
      const call: QueuedCall = {
        begin: () => {
          clearTimeout(call.timer)
          resolve()
        },
        timer: setTimeout(() => {
          this.#dequeue(address, call)
          reject(this.createBusyError())
        }, remainingMs),
      }
      addToList(this.#queues, address, call)
      this.#queuedCount += 1
    })
  }

  release(address: string): void {
    this.#runningCount -= 1
    count(this.#runningByAddress, address, -1)
    // Yields between calls, so that the event loop can receive new calls.
    if (this.#queuedCount > 0) void yieldToEventLoop().then(() => this.#startNext())
  }

  #startNext(): void {
    for (const [address, queue] of this.#queues) {
      if (!this.#canRun(address)) continue
      const call = queue[0]!
      this.#dequeue(address, call)
      // Moves the address to the end of the queue, so that another address is next.
      if (queue.length > 0) {
        this.#queues.delete(address)
        this.#queues.set(address, queue)
      }
      this.#markRunning(address)
      call.begin()
      return
    }
  }

  /**
   * Returns the maximum queue length for an address with `ofAddress` calls. Some slots are reserved for addresses without calls.
   */
  #maxQueuedFor(ofAddress: number): number {
    const { queued } = this.limits
    return ofAddress === 0 ? queued : queued - Math.floor(queued * NEW_ADDRESS_SHARE)
  }

  #canRun(address: string): boolean {
    return (
      this.#runningCount < this.limits.running &&
      (this.#runningByAddress.get(address) ?? 0) < this.limits.runningPerAddress
    )
  }

  #markRunning(address: string): void {
    this.#runningCount += 1
    count(this.#runningByAddress, address, 1)
  }

  #dequeue(address: string, call: QueuedCall): void {
    const queue = this.#queues.get(address)!
    queue.splice(queue.indexOf(call), 1)
    if (queue.length === 0) this.#queues.delete(address)
    this.#queuedCount -= 1
  }
}

function count(counts: Map<string, number>, key: string, delta: number): void {
  const next = (counts.get(key) ?? 0) + delta
  if (next > 0) counts.set(key, next)
  else counts.delete(key)
}
