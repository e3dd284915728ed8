import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { JobKindName } from '../../src/api/contract/jobs.ts'
import type { Database } from '../db/schema.ts'
import { jsonSql } from '../db/values.ts'
import type { JobRow } from './job.ts'
import type { JobPayloads } from './job-payloads.ts'

/** PostgreSQL notification channel of jobs. The payload is the id of an ended job, or empty for a new job. */
export const JOBS_CHANNEL = 'jobs'

/** Maximum number of insert attempts. A conflicting job may end before it can be read. */
const MAX_TRIES = 5

/** Job to enqueue. `key` identifies the subject of the job; `owner` is the requester, or null for the server. */
export interface NewJob<K extends JobKindName = JobKindName> {
  readonly kind: K
  readonly key: string
  readonly payload: JobPayloads[K]
  readonly owner: string | null
  readonly now: Date
}

const scope = new AsyncLocalStorage<{ hasEnqueued: boolean }>()

export async function withQueueWake<T>(wake: () => void, work: () => Promise<T>): Promise<T> {
  const jobScope = { hasEnqueued: false }
  try {
    return await scope.run(jobScope, work)
  } finally {
    // Wakes the queue after an error too, because part of the work may be committed.
    if (jobScope.hasEnqueued) wake()
  }
}

/**
 * Adds a job to the queue in the caller's transaction. Returns the new job, or the queued or running job with the same kind and
 * key. Within {@link withQueueWake}, workers are woken automatically after the commit; elsewhere the caller calls `jobs.wake()`.
 */
export async function enqueueJob<K extends JobKindName>(trx: Kysely<Database>, job: NewJob<K>): Promise<JobRow> {
  const { kind, key, payload, owner, now } = job
  const jobScope = scope.getStore()
  if (jobScope) jobScope.hasEnqueued = true
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const created = await trx
      .insertInto('jobs')
      .values({ id: uuidv7(), kind, key, payload: jsonSql(payload), owner_id: owner, run_at: now, created_at: now })
      .onConflict((on) => on.columns(['kind', 'key']).where('status', 'in', ['queued', 'running']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (created) {
      await sql`select pg_notify(${JOBS_CHANNEL}, '')`.execute(trx)
      return created
    }
    const activeJob = await findActiveJob(trx, kind, key)
    if (activeJob) return activeJob
  }
  throw new Error('A job could not be queued.')
}

export const findActiveJob = (db: Kysely<Database>, kind: JobKindName, key: string): Promise<JobRow | undefined> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
