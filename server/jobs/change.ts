import { type Kysely, sql } from 'kysely'
import { isDuplicate } from '../db/faults.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { Refusal } from '../errors.ts'
import { JOBS_CHANNEL, livingJob } from './enqueue.ts'
import type { JobRow } from './job.ts'
import { tellEnded } from './table.ts'

/**
 * Queues a failed job again, with all its attempts; one that is queued or running stays as it is. Throws `JOB_OVER` for one
 * that is done, and where the same has been asked for again since.
 */
export const retryJob = (db: Kysely<Database>, id: string, now: Date): Promise<void> =>
  transact(db, async (trx) => {
    const job = await lockJob(trx, id)
    if (job?.status === 'done') throw over('The job is done, so it cannot be tried again.')
    if (job?.status !== 'failed') return
    if (await livingJob(trx, job.kind, job.key)) throw over('Another job is doing the same already.')
    await trx
      .updateTable('jobs')
      .set({ status: 'queued', attempts: 0, kills: 0, run_at: now, progress: 0, step: null, error: null })
      .set({ started_at: null, finished_at: null })
      .where('id', '=', id)
      .execute()
    await sql`select pg_notify(${JOBS_CHANNEL}, '')`.execute(trx)
  }).catch((fault) => {
    // Asked for at the same moment.
    throw isDuplicate(fault) ? over('Another job is doing the same already.') : fault
  })

/** Gives a job up; nothing of it is kept from now on. One that has failed stays as it is. Throws `JOB_OVER` for one that is done. */
export const cancelJob = (db: Kysely<Database>, id: string, now: Date): Promise<void> =>
  transact(db, async (trx) => {
    const job = await lockJob(trx, id)
    if (job?.status === 'done') throw over('The job is done, so it cannot be cancelled.')
    if (!job || job.status === 'failed') return
    await trx
      .updateTable('jobs')
      .set({ status: 'failed', error: 'It was cancelled.', worker: null, lease_until: null, finished_at: now })
      .where('id', '=', id)
      .execute()
    await tellEnded(trx, id)
  })

const over = (sentence: string) => new Refusal('JOB_OVER', sentence)

const lockJob = (trx: Kysely<Database>, id: string): Promise<JobRow | undefined> =>
  trx.selectFrom('jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
