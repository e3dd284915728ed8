import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { JobTable } from '../db/tables/jobs.ts'

/** A row of the queue. */
export type JobRow = Selectable<JobTable>

/** A job as whoever performs it sees it: which attempt this is, 1 the first; whose it is, where somebody asked for it. */
export interface Job<P = object> {
  readonly id: string
  readonly key: string
  readonly payload: P
  readonly ownerId: string | null
  readonly attempt: number
}

/** What performing may do on the way. */
export interface Performing {
  /** Says how far it is (0..1), and what is being done. */
  progress(share: number, step?: string): void
  /** Aborted where it is cancelled, takes too long, or has become another worker's: what it comes to is not kept any more. */
  readonly signal: AbortSignal
}

/**
 * Writes what a job came to, in the one transaction that marks it done: both are kept, or neither is. It may run more than
 * once, and touches nothing but the database. Throws {@link JobFault} where the result has no place any more.
 */
export type Keep = (trx: Transaction<Database>) => Promise<void>

/** How jobs of a kind are done. */
export interface JobKind<P> {
  /**
   * Does the work and answers how to keep it. It may run again after a crash, and beside another that lost its lease, so it
   * writes nothing itself that must not be written twice. What takes long is done by other processes, never here. Throws
   * {@link JobFault} or a `Refusal` where trying again would end the same; whatever else is thrown is tried again.
   */
  perform(job: Job<P>, performing: Performing): Promise<Keep>
  /** An attempt may take so long, in milliseconds. Default: 10 minutes. */
  readonly mostMs?: number
}

/** Why a job fails for good: one sentence for whoever asked for it. */
export class JobFault extends Error {
  override name = 'JobFault'
}
