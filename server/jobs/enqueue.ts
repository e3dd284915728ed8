import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { JobKindName } from '../../src/api/contract/jobs.ts'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'
import type { JobRow } from './job.ts'
import type { Payloads } from './payloads.ts'

/** Where PostgreSQL tells of jobs: an id is that of one that ended, none means that there is a new one. */
export const JOBS_CHANNEL = 'jobs'

/** A job that came and went between two looks at it is looked for again, so often. */
const MOST_TRIES = 5

/** Something to be done: `key` names what it is about, `owner` who asked for it, if anybody. */
export interface NewJob<K extends JobKindName = JobKindName> {
  readonly kind: K
  readonly key: string
  readonly payload: Payloads[K]
  readonly owner: string | null
  readonly now: Date
}

const scope = new AsyncLocalStorage<{ hasAsked: boolean }>()

/** Does the work, and calls `wake` once it is over, where it put something into the queue. */
export async function waking<T>(wake: () => void, work: () => Promise<T>): Promise<T> {
  const asked = { hasAsked: false }
  try {
    return await scope.run(asked, work)
  } finally {
    // Also where it failed: some of what it did may be committed.
    if (asked.hasAsked) wake()
  }
}

/**
 * Puts a job into the queue, in the transaction of what asks for it; answers it, or the one of its kind and key that is
 * queued or running already. Workers hear of it once that is committed: in a call by themselves, elsewhere by `jobs.wake()`.
 */
export async function enqueue<K extends JobKindName>(trx: Kysely<Database>, job: NewJob<K>): Promise<JobRow> {
  const { kind, key, payload, owner, now } = job
  const asked = scope.getStore()
  if (asked) asked.hasAsked = true
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const made = await trx
      .insertInto('jobs')
      .values({ id: uuidv7(), kind, key, payload: json(payload), owner_id: owner, run_at: now, created_at: now })
      .onConflict((on) => on.columns(['kind', 'key']).where('status', 'in', ['queued', 'running']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (made) {
      await sql`select pg_notify(${JOBS_CHANNEL}, '')`.execute(trx)
      return made
    }
    const living = await livingJob(trx, kind, key)
    if (living) return living
  }
  throw new Error('A job could not be put into the queue.')
}

/** The job of a kind and key that is queued, also for its next try, or running; undefined where there is none. */
export const livingJob = (db: Kysely<Database>, kind: JobKindName, key: string): Promise<JobRow | undefined> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
