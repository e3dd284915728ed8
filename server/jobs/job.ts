import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { JobTable } from '../db/tables/jobs.ts'

export type JobRow = Selectable<JobTable>

/** Job as passed to {@link JobKind.perform}. `attempt` starts at 1. `ownerId` is null for jobs of the server. */
export interface Job<P = object> {
  readonly id: string
  readonly key: string
  readonly payload: P
  readonly ownerId: string | null
  readonly attempt: number
}

export interface JobContext {
  /** Reports the completed fraction (0 to 1) and the current step. */
  progress(share: number, step?: string): void
  /**
   * Aborted if the job is cancelled, takes too long, is taken by another worker, or returns to the queue. The result of an
   * aborted job is discarded.
   */
  readonly signal: AbortSignal
}

/**
 * Stores the result of a job in the transaction that marks the job done. The function may run more than once, and must only use
 * the database. Throws {@link JobError} if the result no longer applies.
 */
export type CommitResult = (trx: Transaction<Database>) => Promise<void>

export interface JobKind<P> {
  /**
   * Does the work and returns a function that stores the result. May run again after a crash, and concurrently with a worker that
   * lost its lease, so its writes must be repeatable. Expensive work must run in child processes. Throws {@link JobError} or an
   * `HttpError` if a retry would fail too.
   */
  perform(job: Job<P>, performing: JobContext): Promise<CommitResult>
  /** Limit of one attempt, in milliseconds; after that, the job is retried later. Default: the rest of the job's budget. */
  readonly timeoutMs?: number
  /**
   * Number of concurrent jobs of this kind per process, in slots that no other kind uses. Without this value, the kind uses the
   * shared slots of the process.
   */
  readonly ownSlots?: number
}

/** Permanent failure of a job, with a message for the user who requested it. */
export class JobError extends Error {
  override name = 'JobError'
}
