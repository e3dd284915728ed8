import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { uuidv7 } from 'uuidv7'
import { listenToChannel } from '../db/listen-to-channel.ts'
import type { Database } from '../db/schema.ts'
import { withStepTimeout } from '../db/wait-budget.ts'
import { isDatabaseUnavailable } from '../errors/database-errors.ts'
import { withTimeout } from '../util/with-timeout.ts'
import { JOB_BUDGETS, type JobBudget } from './budgets.ts'
import { JOBS_CHANNEL } from './enqueue.ts'
import type { JobKind, JobRow } from './job.ts'
import {
  hasDueJobOfOtherOwner,
  leaseJob,
  readMsUntilNextDue,
  releaseJob,
  requeueAllRunningJobs,
  requeueExpiredJobs,
} from './job-table.ts'
import { JOB_RELEASED, type JobAttempt, type LeaseTimes, performJob } from './perform-job.ts'

/** Elapsed-time budget above which a kind counts as long, in milliseconds. */
const LONG_JOB_MS = 4 * 3_600_000

/**
 * Time that a long job may occupy its slot while another owner's job waits, in milliseconds, counted from its first progress.
 * Every attempt of an import first reads the archive. If the reading time counted, two large imports would alternate without
 * progress.
 */
export const LONG_JOB_SLICE_MS = 30_000

/** Time that a long job without any progress may occupy its slot while another owner's job waits, in milliseconds. */
export const LONG_JOB_SETUP_MS = 10 * 60_000

const DEFAULT_LEASE_TIMES: LeaseTimes = { leaseMs: 30_000, renewMs: 10_000, progressMs: 1_000 }

const MAX_RUNNING_PER_OWNER = 2

/** Polling interval of a shared database. Needed because a notification can be lost. */
const POLL_MS = 1_000

const RETRY_MS = 1_000

/** Maximum delay of a timer. For jobs due later, the timer is set again. */
const MAX_TIMER_MS = 3_600_000

/** Time for running jobs to finish when the process stops. Afterwards these jobs return to the queue. */
const STOP_GRACE_MS = 8_000

/** Timeout for returning jobs to the queue. Afterwards, their leases expire. */
const RELEASE_TIMEOUT_MS = 3_000

export interface JobQueue {
  wake(): void
  /**
   * Signals that a job ended or was cancelled. The worker aborts the job, and callers of {@link JobQueue.waitForJob} continue.
   */
  onJobEnded(id: string): void
  /** Resolves when a job has ended in any process, after an attempt in this process, or after `timeoutMs` milliseconds. */
  waitForJob(id: string, timeoutMs: number): Promise<void>
  idle(): Promise<void>
  /** Whether the last read of the queue succeeded and the process has not been stopped. */
  readonly isHealthy: boolean
  readonly running: number
  start(kinds: JobKinds): Promise<void>
  /** Stops taking jobs and waits `graceMs` milliseconds for running jobs. Then returns the remaining jobs to the queue. */
  stop(graceMs?: number): Promise<void>
}

export type JobKinds = Readonly<Record<string, JobKind<never>>>

export interface JobQueueDeps {
  db: Kysely<Database>
  now: () => Date
  log: Logger
  /** Number of concurrent jobs in this process, without kinds that have separate slots. With 0, only other processes run jobs. */
  slots: number
  /** URL of the shared PostgreSQL; omitted if no other process uses the database. */
  url?: string | undefined
  /** Called after each attempt, because the attempt may have written events. */
  onResultStored?: () => void
  times?: Partial<LeaseTimes>
  maxRunningPerOwner?: number
  budgets?: Partial<Readonly<Record<string, JobBudget>>>
  random?: () => number
}

/** Job running in this process; `startedAt` in milliseconds since 1970. */
interface RunningJob {
  readonly id: string
  readonly kind: string
  readonly owner: string | null
  readonly startedAt: number
  readonly attempt: JobAttempt
  readonly done: Promise<void>
}

/** Creates the queue of a process. The queue takes no jobs before {@link JobQueue.start}. */
export function createJobQueue({ db, now, log, slots, url, onResultStored, ...options }: JobQueueDeps): JobQueue {
  const { maxRunningPerOwner = MAX_RUNNING_PER_OWNER, random = Math.random } = options
  const times = { ...DEFAULT_LEASE_TIMES, ...options.times }
  const budgets: Readonly<Record<string, JobBudget | undefined>> = { ...JOB_BUDGETS, ...options.budgets }
  const name = `${hostname()}:${process.pid}`
  // The key is the worker id, which is new for each attempt, because a process may take a job again after losing its lease.
  const runningJobs = new Map<string, RunningJob>()
  const waiting = new Map<string, Set<() => void>>()
  let kinds: JobKinds | undefined
  let pass: Promise<void> | undefined
  let [isRequested, isStopped, isHealthy] = [false, false, true]
  let timer: NodeJS.Timeout | undefined
  let poll: NodeJS.Timeout | undefined
  let stopListening = async () => {}

  const isLong = (kind: string) => budgets[kind]!.ms > LONG_JOB_MS
  const runningLongJobs = () => [...runningJobs.values()].filter(({ kind }) => isLong(kind))
  const getOwnSlots = (kind: string) => kinds![kind]!.ownSlots

  /** Returns the kinds with a free slot. If there are several shared slots, long kinds never occupy all of them. */
  const openKinds = () => {
    const running = [...runningJobs.values()].map(({ kind }) => kind)
    const shared = running.filter((kind) => getOwnSlots(kind) === undefined)
    const isFull = slots > 1 && shared.filter(isLong).length >= slots - 1
    return Object.keys(kinds!).filter((kind) => {
      const ownSlots = getOwnSlots(kind)
      if (ownSlots !== undefined) return running.filter((other) => other === kind).length < ownSlots
      return shared.length < slots && !(isFull && isLong(kind))
    })
  }

  const leaseNext = (open: readonly string[]) =>
    leaseJob(db, {
      worker: `${name}:${uuidv7()}`,
      kinds: open,
      now: now(),
      leaseMs: times.leaseMs,
      maxRunningPerOwner,
    })

  const fill = async () => {
    for (const id of await requeueExpiredJobs(db, now())) notifyWaiting(id)
    while (!isStopped) {
      const open = openKinds()
      const row = open.length > 0 ? await leaseNext(open) : undefined
      if (!row) break
      if (isStopped) await releaseJob(db, { id: row.id, worker: row.worker! }, now())
      else startJob(row)
    }
    if (isStopped) return
    const sliceLeft = await endSlice()
    if (url) return
    const wait = Math.min((await readMsUntilNextDue(db, now())) ?? Infinity, sliceLeft ?? Infinity)
    if (wait < Infinity) wakeAfter(Math.min(MAX_TIMER_MS, Math.max(1, wait + 1)))
  }

  /**
   * Returns the oldest running long job to the queue, if its time slice is over and another owner's job waits for a slot. Returns
   * the milliseconds until that slice ends, or undefined if no other job waits.
   */
  const endSlice = async (): Promise<number | undefined> => {
    const longJobs = runningLongJobs()
    const isFull = longJobs.length >= Math.max(1, slots - 1)
    // Frees one slot at a time, because only one job may be waiting.
    if (!isFull || longJobs.some(({ attempt }) => attempt.abort.signal.aborted)) return undefined
    // A process with one slot uses it for every kind.
    const shared = Object.keys(kinds!).filter((kind) => getOwnSlots(kind) === undefined)
    const candidateKinds = slots > 1 ? shared.filter(isLong) : shared
    const owners = longJobs.map(({ owner }) => owner)
    if (!(await hasDueJobOfOtherOwner(db, { kinds: candidateKinds, now: now(), owners }))) return undefined
    const oldest = longJobs.reduce((first, other) => (other.startedAt < first.startedAt ? other : first))
    const { progressedAt } = oldest.attempt
    const end = progressedAt === undefined ? oldest.startedAt + LONG_JOB_SETUP_MS : progressedAt + LONG_JOB_SLICE_MS
    const remainingMs = end - now().getTime()
    if (remainingMs > 0) return remainingMs
    oldest.attempt.abort.abort(JOB_RELEASED)
    return undefined
  }

  const startJob = (row: JobRow) => {
    const attempt: JobAttempt = {
      abort: new AbortController(),
      check() {},
      progressedAt: undefined,
      onProgress() {
        if (attempt.progressedAt !== undefined) return
        attempt.progressedAt = now().getTime()
        // The first progress starts the job's time slice. The queue must then set a timer for the end of the slice.
        if (isLong(row.kind)) wake()
      },
    }
    const kind = kinds![row.kind] as unknown as JobKind<object>
    const done = performJob(row, { kind, budget: budgets[row.kind]! }, attempt, { db, now, log, times, random })
      .catch((err: unknown) => {
        if (!isDatabaseUnavailable(err)) log.error({ err, job: row.id }, 'the outcome of a job cannot be saved')
      })
      .then(() => {
        runningJobs.delete(row.worker!)
        onResultStored?.()
        notifyWaiting(row.id)
        wake()
      })
    const startedAt = now().getTime()
    runningJobs.set(row.worker!, {
      id: row.id,
      kind: row.kind,
      owner: row.owner_id,
      startedAt,
      attempt,
      done,
    })
  }

  const run = async () => {
    while (isRequested && !isStopped) {
      isRequested = false
      try {
        await fill()
        isHealthy = true
      } catch (err) {
        // The database layer logs outages.
        if (isHealthy && !isDatabaseUnavailable(err)) log.error({ err }, 'the queue cannot be read')
        isHealthy = false
        wakeAfter(RETRY_MS)
      }
    }
    pass = undefined
  }

  const wakeAfter = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(wake, ms).unref()
  }
  const wake = () => {
    if (isStopped || !kinds) return
    isRequested = true
    pass ??= withStepTimeout(run)
  }
  const notifyWaiting = (id: string) => {
    for (const running of runningJobs.values()) if (running.id === id) running.attempt.check()
    for (const resolve of waiting.get(id) ?? []) resolve()
    waiting.delete(id)
  }
  const isEnded = async (id: string) => {
    const row = await db.selectFrom('jobs').select('status').where('id', '=', id).executeTakeFirst()
    return row === undefined || row.status === 'done' || row.status === 'failed'
  }

  /** Reads the queue and the jobs with waiting callers, because this process may have missed notifications. */
  const recheckAll = () => {
    wake()
    for (const id of waiting.keys())
      isEnded(id).then(
        (hasEnded) => hasEnded && notifyWaiting(id),
        // Ignored, because each waiting caller has a timeout.
        () => {},
      )
  }

  return {
    wake,
    onJobEnded: notifyWaiting,
    async waitForJob(id, timeoutMs) {
      const others = waiting.get(id) ?? new Set()
      waiting.set(id, others)
      let resolve = () => {}
      const ended = new Promise<void>((resolveOver) => {
        resolve = resolveOver
      })
      others.add(resolve)
      wake()
      try {
        if (!(await isEnded(id))) await withTimeout(ended, timeoutMs)
      } finally {
        others.delete(resolve)
        if (others.size === 0 && waiting.get(id) === others) waiting.delete(id)
      }
    },
    async idle() {
      while (pass || runningJobs.size > 0) {
        await pass
        await Promise.all([...runningJobs.values()].map(({ done }) => done))
      }
    },
    get isHealthy() {
      return isHealthy && !isStopped
    },
    get running() {
      return runningJobs.size
    },
    async start(all) {
      if (url)
        stopListening = listenToChannel({
          url,
          channel: JOBS_CHANNEL,
          onNotification: (id) => (id ? notifyWaiting(id) : wake()),
          onListening: recheckAll,
          log,
        })
      if (slots === 0) return
      kinds = all
      if (url) poll = setInterval(wake, POLL_MS).unref()
      else await requeueAllRunningJobs(db, now())
      wake()
    },
    async stop(graceMs = STOP_GRACE_MS) {
      isStopped = true
      clearInterval(poll)
      clearTimeout(timer)
      await stopListening()
      const ended = () => Promise.all([pass, ...[...runningJobs.values()].map(({ done }) => done)])
      await withTimeout(ended(), graceMs)
      for (const { attempt } of runningJobs.values()) attempt.abort.abort(JOB_RELEASED)
      // The timeout is for an unreachable database, which does not respond.
      await withTimeout(ended(), RELEASE_TIMEOUT_MS)
    },
  }
}
