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

/** Time budget above which a kind counts as long-running, in milliseconds. */
const LONG_JOB_MS = 4 * 3_600_000

/**
 * Time a long job occupies its slot after its first progress, in milliseconds, while another owner's job waits. Time before that
 * does not count: every attempt reads the archive again, and two large imports would only alternate reading.
 */
export const LONG_JOB_SLICE_MS = 30_000

/** Time a long job without any progress occupies its slot, in milliseconds, while another owner's job waits. */
export const LONG_JOB_SETUP_MS = 10 * 60_000

const DEFAULT_LEASE_TIMES: LeaseTimes = { leaseMs: 30_000, renewMs: 10_000, progressMs: 1_000 }

/** Maximum number of running jobs per owner, in all processes together. */
const MAX_RUNNING_PER_OWNER = 2

/** Polling interval of a shared database, in milliseconds: a notification may be lost. */
const POLL_MS = 1_000

/** Delay before the database is read again after an error, in milliseconds. */
const RETRY_MS = 1_000

/** Maximum delay of a timer, in milliseconds. Later jobs are checked again after it. */
const MAX_TIMER_MS = 3_600_000

/** Time that running jobs have to finish when the process stops, in milliseconds; then they are returned to the queue. */
const STOP_GRACE_MS = 8_000

/** Timeout of returning jobs to the queue, in milliseconds; after that, their leases expire. */
const RELEASE_TIMEOUT_MS = 3_000

/** Job queue of one process. */
export interface JobQueue {
  /** Signals that there may be new jobs. */
  wake(): void
  /** Signals that a job ended or was cancelled: its worker aborts it, and callers waiting for it continue. */
  onJobEnded(id: string): void
  /** Resolves once a job has ended in any process, after an attempt in this process, or after `timeoutMs` milliseconds. */
  waitForJob(id: string, timeoutMs: number): Promise<void>
  /** Resolves once this process has no due job to take and none running. */
  idle(): Promise<void>
  /** Whether the last read of the queue succeeded and the process has not stopped. */
  readonly isHealthy: boolean
  /** Number of jobs running in this process. */
  readonly running: number
  /** Starts processing, if this process has slots. */
  start(kinds: JobKinds): Promise<void>
  /** Stops taking jobs, waits for running ones, then returns them to the queue. */
  stop(graceMs?: number): Promise<void>
}

export type JobKinds = Readonly<Record<string, JobKind<never>>>

export interface JobQueueDeps {
  db: Kysely<Database>
  now: () => Date
  log: Logger
  /** Number of concurrent jobs in this process, besides kinds with separate slots. 0: other processes run them. */
  slots: number
  /** URL of the shared PostgreSQL. Without it, no other process uses this database. */
  url?: string | undefined
  /** Called after each attempt, which may have written events. */
  onResultStored?: () => void
  times?: Partial<LeaseTimes>
  maxRunningPerOwner?: number
  budgets?: Partial<Readonly<Record<string, JobBudget>>>
  random?: () => number
}

/** Job running in this process; `begunAt` in milliseconds since 1970. */
interface RunningJob {
  readonly id: string
  readonly kind: string
  readonly owner: string | null
  readonly begunAt: number
  readonly attempt: JobAttempt
  readonly done: Promise<void>
}

/** Creates the queue of a process. It is idle until {@link JobQueue.start}. */
export function createJobQueue({ db, now, log, slots, url, onResultStored, ...options }: JobQueueDeps): JobQueue {
  const { maxRunningPerOwner = MAX_RUNNING_PER_OWNER, random = Math.random } = options
  const times = { ...DEFAULT_LEASE_TIMES, ...options.times }
  const budgets: Readonly<Record<string, JobBudget | undefined>> = { ...JOB_BUDGETS, ...options.budgets }
  const name = `${hostname()}:${process.pid}`
  // The key is the worker id, which is new for each attempt: a process may take a job again that it has lost.
  const runningJobs = new Map<string, RunningJob>()
  const waiting = new Map<string, Set<() => void>>()
  let kinds: JobKinds | undefined
  let pass: Promise<void> | undefined
  let [isWanted, isStopped, isFine] = [false, false, true]
  let timer: NodeJS.Timeout | undefined
  let poll: NodeJS.Timeout | undefined
  let stopListening = async () => {}

  const isLong = (kind: string) => budgets[kind]!.ms > LONG_JOB_MS
  const runningLongJobs = () => [...runningJobs.values()].filter(({ kind }) => isLong(kind))
  const ownSeats = (kind: string) => kinds![kind]!.ownSlots

  /** Returns the kinds with a free slot. If there are several shared slots, long-running kinds never occupy all of them. */
  const openKinds = () => {
    const running = [...runningJobs.values()].map(({ kind }) => kind)
    const shared = running.filter((kind) => ownSeats(kind) === undefined)
    const isFull = slots > 1 && shared.filter(isLong).length >= slots - 1
    return Object.keys(kinds!).filter((kind) => {
      const ownSlots = ownSeats(kind)
      if (ownSlots !== undefined) return running.filter((other) => other === kind).length < ownSlots
      return shared.length < slots && !(isFull && isLong(kind))
    })
  }

  const take = (open: readonly string[]) =>
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
      const row = open.length > 0 ? await take(open) : undefined
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
   * Returns the longest-running long job to the queue, if its time slice is over and another owner's job waits for its slot. It
   * resumes later. Returns the milliseconds until the next slice ends; undefined if no job waits.
   */
  const endSlice = async (): Promise<number | undefined> => {
    const longJobs = runningLongJobs()
    const isFull = longJobs.length >= Math.max(1, slots - 1)
    // One slot at a time, because there may be only one waiting job.
    if (!isFull || longJobs.some(({ attempt }) => attempt.abort.signal.aborted)) return undefined
    // A process with one slot uses it for every kind.
    const shared = Object.keys(kinds!).filter((kind) => ownSeats(kind) === undefined)
    const candidateKinds = slots > 1 ? shared.filter(isLong) : shared
    const owners = longJobs.map(({ owner }) => owner)
    if (!(await hasDueJobOfOtherOwner(db, { kinds: candidateKinds, now: now(), owners }))) return undefined
    const oldest = longJobs.reduce((first, other) => (other.begunAt < first.begunAt ? other : first))
    const { progressedAt } = oldest.attempt
    const end = progressedAt === undefined ? oldest.begunAt + LONG_JOB_SETUP_MS : progressedAt + LONG_JOB_SLICE_MS
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
        // The first progress of a long job starts its time slice, so the queue can now plan its end. Other jobs have no slice.
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
    runningJobs.set(row.worker!, { id: row.id, kind: row.kind, owner: row.owner_id, begunAt: startedAt, attempt, done })
  }

  const run = async () => {
    while (isWanted && !isStopped) {
      isWanted = false
      try {
        await fill()
        isFine = true
      } catch (err) {
        // The database layer logs outages.
        if (isFine && !isDatabaseUnavailable(err)) log.error({ err }, 'the queue cannot be read')
        isFine = false
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
    isWanted = true
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

  /** Checks for changes missed while this process received no notifications, also for jobs with waiting callers. */
  const recheckAll = () => {
    wake()
    for (const id of waiting.keys())
      isEnded(id).then(
        (hasEnded) => hasEnded && notifyWaiting(id),
        // Ignored: the waiting caller's timeout applies.
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
      return isFine && !isStopped
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
      // An unreachable database does not respond.
      await withTimeout(ended(), RELEASE_TIMEOUT_MS)
    },
  }
}
