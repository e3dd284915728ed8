import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ErrorCode } from '../../src/api/contract/errors.ts'
import type { Database } from '../db/schema.ts'
import { withLongTimeout, withStepTimeout } from '../db/wait-budget.ts'
import { isStorageFull } from '../errors/database-errors.ts'
import { isFileStoreUnavailable } from '../errors/file-store-errors.ts'
import { HttpError } from '../errors/http-error.ts'
import { type WorkCost, withCostMeter } from '../util/cost-meter.ts'
import { WorkerProcessError } from '../workers/worker-process.ts'
import { BudgetExceededError, findExceededResource, type JobBudget, type JobUsage } from './budgets.ts'
import { JobError, type JobKind, type JobRow } from './job.ts'
import { finishJob, type JobLease, postponeJob, recordFailedAttempt, releaseJob, renewLease } from './job-table.ts'
import { getRetryPolicy, retryWaitMs } from './retry-policy.ts'

/** Times of a lease, in milliseconds: its length, the interval of renewals, and the interval of storing progress. */
export interface LeaseTimes {
  readonly leaseMs: number
  readonly renewMs: number
  readonly progressMs: number
}

/** Dependencies of running a job. `random` returns numbers from 0 to 1. */
export interface PerformJobDeps {
  readonly db: Kysely<Database>
  readonly now: () => Date
  readonly log: Logger
  readonly times: LeaseTimes
  readonly random: () => number
}

export interface JobAttempt {
  readonly abort: AbortController
  check(): void
  onProgress(): void
  /** Time of the first progress report, in milliseconds since 1970. */
  progressedAt: number | undefined
}

/**
 * Abort reasons. `LEASE_LOST`: the job was cancelled or taken by another worker. `JOB_RELEASED`: the job returns to the queue.
 */
export const LEASE_LOST = Symbol('lost')
export const JOB_RELEASED = Symbol('given back')

class JobTimeoutError extends Error {
  override message = 'This took too long.'
}

const FILE_STORE_RETRY_MS = 30_000

const TRANSIENT_CODES: readonly ErrorCode[] = ['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'STORAGE_FULL']

/**
 * Runs one attempt at a job within its remaining budget, and stores the outcome. Stops immediately if aborted with {@link
 * LEASE_LOST} or {@link JOB_RELEASED}. Rejects if the database is unreachable; the job is queued again when its lease expires.
 */
export async function performJob(
  row: JobRow,
  { kind, budget }: { kind: JobKind<object>; budget: JobBudget },
  attempt: JobAttempt,
  deps: PerformJobDeps,
): Promise<void> {
  const { db, now, times } = deps
  const { abort } = attempt
  const jobLease: JobLease = { id: row.id, worker: row.worker! }
  const meter = createMeter(row, budget, abort)
  const lease = maintainLease(jobLease, abort, deps, meter.usage)
  attempt.check = lease.check
  const limit =
    kind.timeoutMs === undefined ? undefined : setTimeout(() => abort.abort(new JobTimeoutError()), kind.timeoutMs)
  const progress: typeof lease.progress = (...to) => {
    attempt.onProgress()
    lease.progress(...to)
  }
  const job = { id: row.id, key: row.key, payload: row.payload, ownerId: row.owner_id, attempt: row.attempts }
  try {
    abort.signal.throwIfAborted()
    const storeResult = await Promise.race([
      withCostMeter(meter, () => withLongTimeout(() => kind.perform(job, { progress, signal: abort.signal }))),
      rejectOnAbort(abort.signal),
    ])
    // Discards the result of a job that caught the error of its exceeded budget.
    abort.signal.throwIfAborted()
    // Renews the lease, so that it does not expire while the result is stored.
    await lease.end()
    if (await renewLease(db, jobLease, { leaseMs: times.leaseMs, share: 1, step: null, usage: meter.usage() }))
      await finishJob(db, jobLease, storeResult, now())
  } catch (caught) {
    // The abort reason takes precedence, because the job may have converted the reason to another error.
    const error: unknown = abort.signal.aborted ? abort.signal.reason : caught
    await lease.end()
    if (error === JOB_RELEASED) await releaseJob(db, jobLease, now(), meter.usage())
    else if (error !== LEASE_LOST) await recordFailure(row, jobLease, error, { ...deps, usage: meter.usage() })
  } finally {
    clearTimeout(limit)
    meter.stop()
  }
}

/**
 * Measures the usage of an attempt, added to that of earlier attempts. Aborts with {@link BudgetExceededError} beyond the budget.
 */
function createMeter({ used_ms, used_cpu_ms, used_bytes }: JobRow, budget: JobBudget, abort: AbortController) {
  const startedAt = performance.now()
  let [cpuMs, bytes] = [used_cpu_ms, used_bytes]
  const usage = (): JobUsage => ({ cpuMs, bytes, ms: used_ms + performance.now() - startedAt })
  const exceed = (resource: keyof JobBudget) => {
    const error = new BudgetExceededError(resource, budget)
    abort.abort(error)
    return error
  }
  const limit = setTimeout(() => void exceed('ms'), Math.max(0, budget.ms - used_ms))
  return {
    usage,
    record(cost: Partial<WorkCost>) {
      cpuMs += cost.cpuMs ?? 0
      bytes += cost.bytes ?? 0
      const resource = findExceededResource(usage(), budget)
      if (resource) throw exceed(resource)
    },
    stop: () => clearTimeout(limit),
  }
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Renews a lease until `end` is called. Aborts the attempt if the lease was lost, or expired before it could be renewed. */
function maintainLease(
  jobLease: JobLease,
  abort: AbortController,
  { db, times }: PerformJobDeps,
  usage: () => JobUsage,
) {
  let [share, step, isRenewalDue] = [0, null as string | null, false]
  let renewedAt = performance.now()
  let renewing: Promise<void> | undefined
  const write = async () => {
    const startedAt = performance.now()
    isRenewalDue = false
    try {
      if (await renewLease(db, jobLease, { leaseMs: times.leaseMs, share, step, usage: usage() })) renewedAt = startedAt
      else abort.abort(LEASE_LOST)
    } catch {
      // Not logged, because the database layer logs outages. The next heartbeat retries.
      isRenewalDue = true
      if (performance.now() - renewedAt > times.leaseMs) abort.abort(LEASE_LOST)
    }
    renewing = undefined
  }
  const heartbeat = setInterval(() => {
    if (isRenewalDue || performance.now() - renewedAt >= times.renewMs) renewing ??= write()
  }, times.progressMs)
  return {
    check() {
      renewing ??= withStepTimeout(write)
    },
    progress(to: number, newStep?: string) {
      share = Math.max(0, Math.min(1, Number.isFinite(to) ? to : 0))
      step = newStep ?? step
      isRenewalDue = true
    },
    async end() {
      clearInterval(heartbeat)
      await renewing
    },
  }
}

async function recordFailure(
  row: JobRow,
  lease: JobLease,
  error: unknown,
  { db, now, log, random, usage }: PerformJobDeps & { usage: JobUsage },
): Promise<void> {
  const { id, kind, attempts } = row
  if (isFileStoreClosed(error)) {
    const retryAt = new Date(now().getTime() + FILE_STORE_RETRY_MS * (0.5 + random()))
    return postponeJob(db, lease, { reason: 'The file storage is not available.', retryAt, usage })
  }
  const { reason, isFinal, isExpected } = classifyError(error)
  const kills = row.kills + (error instanceof WorkerProcessError ? 1 : 0)
  const policy = getRetryPolicy(kind)
  const wait = isFinal ? undefined : retryWaitMs(attempts, kills, random(), policy)
  if (!isExpected) log.error({ err: error, job: id, kind, attempt: attempts }, 'a job failed')
  const at = now()
  const retryAt = wait === undefined ? undefined : new Date(at.getTime() + wait)
  await recordFailedAttempt(db, lease, { reason, kills, retryAt, now: at, usage })
  if (!retryAt && !isFinal) log.warn({ job: id, kind, reason, of: policy.maxAttempts }, 'a job was abandoned')
}

/** Returns whether files can currently not be read or stored. Such an outage must not count as an attempt. */
const isFileStoreClosed = (error: unknown): boolean =>
  isFileStoreUnavailable(error) || (error instanceof HttpError && error.code === 'FILES_READ_ONLY')

/** Returns the message to show for an error. Unexpected errors get a generic message, because their text may reveal internals. */
function classifyError(error: unknown): { reason: string; isFinal: boolean; isExpected: boolean } {
  if (error instanceof JobError || error instanceof BudgetExceededError)
    return { reason: error.message, isFinal: true, isExpected: true }
  if (error instanceof HttpError)
    return { reason: error.message, isFinal: !TRANSIENT_CODES.includes(error.code), isExpected: true }
  if (error instanceof WorkerProcessError || error instanceof JobTimeoutError)
    return { reason: error.message, isFinal: false, isExpected: true }
  if (isStorageFull(error)) return { reason: 'The server is out of storage.', isFinal: false, isExpected: true }
  return { reason: 'Something went wrong on the server.', isFinal: false, isExpected: false }
}
