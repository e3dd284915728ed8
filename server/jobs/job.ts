import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { JobTable } from '../db/tables/jobs.ts'

export type JobRow = Selectable<JobTable>

/** Job as its implementation sees it. `attempt` starts at 1; `ownerId` is null for jobs of the server. */
export interface Job<P = object> {
  readonly id: string
  readonly key: string
  readonly payload: P
  readonly ownerId: string | null
  readonly attempt: number
}

export interface JobContext {
  /** Reports the progress (0..1) and the current step. */
  progress(share: number, step?: string): void
  /**
   * Aborted if the job is cancelled, takes too long, is taken over by another worker, or returns to the queue. Its result is then
   * discarded.
   */
  readonly signal: AbortSignal
}

/**
 * Stores the result of a job in the transaction that marks it done, so that both are committed or neither is. It may run more
 * than once, and must only use the database. Throws {@link JobError} if the result no longer applies.
 */
export type CommitResult = (trx: Transaction<Database>) => Promise<void>

export interface JobKind<P> {
  /**
   * Does the work and returns how to store it. It may run again after a crash, and next to a worker that lost its lease, so all
   * its own writes must be repeatable. Expensive work runs in other processes, never here. Throws {@link JobError} or an
   * `HttpError` if a retry would fail too; other errors are retried.
   */
  perform(job: Job<P>, performing: JobContext): Promise<CommitResult>
  /** Limit of one attempt, in milliseconds; after that it is retried later. Default: the rest of the job's budget. */
  readonly timeoutMs?: number
  /**
   * Number of jobs of this kind that a process runs concurrently, in separate slots: they never wait for other kinds, nor delay
   * them. Without it they share the slots of the process.
   */
  readonly ownSlots?: number
}

/** Permanent failure of a job, with a message for the requester. */
export class JobError extends Error {
  override name = 'JobError'
}
