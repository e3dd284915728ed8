import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { isUniqueViolation } from '../errors/database-errors.ts'
import { HttpError } from '../errors/http-error.ts'
import { findActiveJob, JOBS_CHANNEL } from './enqueue.ts'
import type { JobRow } from './job.ts'
import { notifyJobEnded } from './job-table.ts'

/**
 * Queues a failed job again, with all attempts and the whole budget. Leaves a queued or running job unchanged. Throws `JOB_OVER`
 * for a finished job, and if a job with the same kind and key is already queued or running.
 */
export const retryJob = (db: Kysely<Database>, id: string, now: Date): Promise<void> =>
  transact(db, async (trx) => {
    const job = await lockJob(trx, id)
    if (job?.status === 'done') throw jobOverError('The job is done, so it cannot be retried.')
    if (job?.status !== 'failed') return
    if (await findActiveJob(trx, job.kind, job.key))
      throw jobOverError('An identical job is already queued or running.')
    await trx
      .updateTable('jobs')
      .set({ status: 'queued', attempts: 0, kills: 0, run_at: now, progress: 0, step: null, error: null })
      .set({ started_at: null, finished_at: null, used_ms: 0, used_cpu_ms: 0, used_bytes: 0 })
      .where('id', '=', id)
      .execute()
    await sql`select pg_notify(${JOBS_CHANNEL}, '')`.execute(trx)
  }).catch((error) => {
    // A concurrent request queued a job with the same kind and key.
    throw isUniqueViolation(error) ? jobOverError('An identical job is already queued or running.') : error
  })

/** Cancels a job. `onCancelled` writes in the same transaction. Throws `JOB_OVER` for a finished job. */
export const cancelJob = (
  db: Kysely<Database>,
  id: string,
  now: Date,
  onCancelled: (trx: Kysely<Database>, job: JobRow) => Promise<void> = async () => {},
): Promise<void> =>
  transact(db, async (trx) => {
    const job = await lockJob(trx, id)
    if (job?.status === 'done') throw jobOverError('The job is done, so it cannot be cancelled.')
    if (!job || job.status === 'failed') return
    await trx
      .updateTable('jobs')
      .set({ status: 'failed', error: 'The job was cancelled.', worker: null, lease_until: null, finished_at: now })
      .where('id', '=', id)
      .execute()
    await onCancelled(trx, job)
    await notifyJobEnded(trx, id)
  })

const jobOverError = (message: string) => new HttpError('JOB_OVER', message)

const lockJob = (trx: Kysely<Database>, id: string): Promise<JobRow | undefined> =>
  trx.selectFrom('jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
