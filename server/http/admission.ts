import { addToList } from '../../src/machines/rules/add-to-list.ts'
import { Refusal } from '../errors.ts'
import { loopTurns } from '../loop-turns.ts'

/**
 * Calls of one kind, which wait for each other and for no others: `uploads` by tus; `models`, whose work is done by processes of their own;
 * `passwords`, which are made costly on purpose; `exports`, which last as long as they are read; all other `calls`. What has no lane is never kept waiting: pages, files,
 * event streams (they have bounds of their own), and the questions whether we live.
 */
export type Lane = 'calls' | 'passwords' | 'models' | 'uploads' | 'exports'

/** How much of a lane there is. */
export interface LaneLimits {
  /** Calls at work at the same time, and how many of them may be one address's. */
  atWork: number
  atWorkOfAddress: number
  /** Calls that wait for their turn, and how many of them may be one address's. */
  waiting: number
  waitingOfAddress: number
  /** No call waits longer, in milliseconds. */
  waitMs: number
}

/**
 * Fewer ordinary calls than the pool has connections (10): alone they leave one for the question whether the database lives. And
 * no more than the embedded database works off in a moment. What waits is about a second's work: to wait longer, only to hear
 * no, would be worse than to hear it at once.
 */
export const LANES: Record<Lane, LaneLimits> = {
  calls: { atWork: 8, atWorkOfAddress: 6, waiting: 256, waitingOfAddress: 128, waitMs: 1_000 },
  passwords: { atWork: 4, atWorkOfAddress: 3, waiting: 64, waitingOfAddress: 32, waitMs: 5_000 },
  models: { atWork: 8, atWorkOfAddress: 6, waiting: 64, waitingOfAddress: 32, waitMs: 10_000 },
  exports: { atWork: 4, atWorkOfAddress: 2, waiting: 16, waitingOfAddress: 4, waitMs: 5_000 },
  uploads: { atWork: 256, atWorkOfAddress: 128, waiting: 0, waitingOfAddress: 0, waitMs: 0 },
}

/** This part of the places to wait only such addresses may take as have nothing in the lane: else two would fill it. */
const KEPT_FOR_NEW = 1 / 4

/** Lets calls in, a bounded number at a time; refuses with 503 `UNAVAILABLE` and a `Retry-After` what is too much. */
export interface Admission {
  /** Throws at once where a call of this address could not even wait. */
  check(lane: Lane, address: string): void
  /** Whether so many calls of a lane, or of this address in it, are here that no other is taken. */
  isFull(lane: Lane, address: string): boolean
  /** Counts a whole call that has come, until the function that is answered is called. Throws at once where it is too much. */
  arrive(lane: Lane, address: string): () => void
  /**
   * Does the work when its turn has come. Throws where that does not come in time, counted from when the call came (`since`, by
   * `performance.now()`), and what the work throws.
   */
  run<T>(lane: Lane, address: string, work: () => Promise<T>, since?: number): Promise<T>
}

const LANE_OF: readonly [lane: Lane, calls: RegExp][] = [
  ['passwords', /^POST \/v1\/auth\/(signup|login)$|^PATCH \/v1\/users\/(password-by-code|me\/password)$/],
  [
    'models',
    /^POST \/(private\/)?v1\/assets(\/validate|\/predict-texture|\/[^/]+\/generate-icon-from-model)?$|^POST \/(private\/)?v1\/cage-meshes$|^PATCH \/(private\/)?v1\/(assets|cage-meshes)\/[^/]+$|^(GET|HEAD) \/(private\/)?v1\/assets\/[^/]+\/turntable$/,
  ],
  ['uploads', /^(POST|PATCH|DELETE) \/files(\/|$)/],
  ['exports', /^(GET|HEAD) \/(private\/)?v1\/assets\/export\/[^/]+$/],
  ['calls', /^\w+ \/(private\/)?v1\/(?!events$)/],
]

/** The lane of a call by its method and path, such as `GET` and `/v1/assets`; undefined where it has none. */
export const laneOf = (method: string, path: string): Lane | undefined =>
  LANE_OF.find(([, calls]) => calls.test(`${method} ${path}`))?.[0]

/** The path of a request's target, without its query. */
export const pathOf = (target: string): string => target.split('?', 1)[0]!

/** Makes the lanes of a process. `chance` in 0..1 spreads those apart who are told to come back. */
export function createAdmission(limits: Record<Lane, LaneLimits> = LANES, chance = Math.random): Admission {
  const full = () =>
    new Refusal(
      'UNAVAILABLE',
      'The server is busy right now. Try again in a moment.',
      undefined,
      1 + Math.floor(chance() * 3),
    )
  const lanes = new Map<Lane, FairQueue>()
  const turnsOf = (lane: Lane) => {
    const turns = lanes.get(lane) ?? new FairQueue(limits[lane], full)
    lanes.set(lane, turns)
    return turns
  }
  return {
    check: (lane, address) => turnsOf(lane).check(address),
    isFull: (lane, address) => turnsOf(lane).isFull(address),
    arrive: (lane, address) => turnsOf(lane).arrive(address),
    async run(lane, address, work, since) {
      const turns = turnsOf(lane)
      await turns.enter(address, since)
      try {
        return await work()
      } finally {
        turns.leave(address)
      }
    },
  }
}

interface Waiting {
  begin: () => void
  giveUp: NodeJS.Timeout
}

/** One lane: addresses take turns, whoever has waited longest first. */
class FairQueue {
  #atWork = 0
  #waiting = 0
  #here = 0
  readonly #hereOf = new Map<string, number>()
  readonly #working = new Map<string, number>()
  readonly #queues = new Map<string, Waiting[]>()

  constructor(
    private readonly limits: LaneLimits,
    private readonly full: () => Refusal,
  ) {}

  check(address: string): void {
    if (this.#canWork(address) && this.#waiting === 0) return
    const ofAddress = this.#queues.get(address)?.length ?? 0
    if (this.#waiting >= this.#waitingFor(ofAddress) || ofAddress >= this.limits.waitingOfAddress) throw this.full()
  }

  isFull(address: string): boolean {
    const { atWork, atWorkOfAddress, waitingOfAddress } = this.limits
    const ofAddress = this.#hereOf.get(address) ?? 0
    return this.#here >= atWork + this.#waitingFor(ofAddress) || ofAddress >= atWorkOfAddress + waitingOfAddress
  }

  arrive(address: string): () => void {
    if (this.isFull(address)) throw this.full()
    this.#here += 1
    count(this.#hereOf, address, 1)
    return () => {
      this.#here -= 1
      count(this.#hereOf, address, -1)
    }
  }

  async enter(address: string, since: number | undefined): Promise<void> {
    const left = this.limits.waitMs - (since === undefined ? 0 : performance.now() - since)
    if (left < 0) throw this.full()
    this.check(address)
    const isNext = ![...this.#queues.keys()].some((other) => this.#canWork(other))
    if (isNext && this.#canWork(address)) return this.#begin(address)
    await new Promise<void>((resolve, reject) => {
      const it: Waiting = {
        begin: () => {
          clearTimeout(it.giveUp)
          resolve()
        },
        giveUp: setTimeout(() => {
          this.#remove(address, it)
          reject(this.full())
        }, left),
      }
      addToList(this.#queues, address, it)
      this.#waiting += 1
    })
  }

  leave(address: string): void {
    this.#atWork -= 1
    count(this.#working, address, -1)
    // Calls work on the event loop: between two of them new ones must be heard, if only to be refused.
    if (this.#waiting > 0) void loopTurns().then(() => this.#next())
  }

  #next(): void {
    for (const [address, queue] of this.#queues) {
      if (!this.#canWork(address)) continue
      const it = queue[0]!
      this.#remove(address, it)
      // To the end of the line: the next turn is another address's.
      if (queue.length > 0) {
        this.#queues.delete(address)
        this.#queues.set(address, queue)
      }
      this.#begin(address)
      it.begin()
      return
    }
  }

  /** How many may wait where an address has so many already: some places are kept for those who have none. */
  #waitingFor(ofAddress: number): number {
    const { waiting } = this.limits
    return ofAddress === 0 ? waiting : waiting - Math.floor(waiting * KEPT_FOR_NEW)
  }

  #canWork(address: string): boolean {
    return this.#atWork < this.limits.atWork && (this.#working.get(address) ?? 0) < this.limits.atWorkOfAddress
  }

  #begin(address: string): void {
    this.#atWork += 1
    count(this.#working, address, 1)
  }

  #remove(address: string, it: Waiting): void {
    const queue = this.#queues.get(address)!
    queue.splice(queue.indexOf(it), 1)
    if (queue.length === 0) this.#queues.delete(address)
    this.#waiting -= 1
  }
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const next = (counts.get(key) ?? 0) + by
  if (next > 0) counts.set(key, next)
  else counts.delete(key)
}
