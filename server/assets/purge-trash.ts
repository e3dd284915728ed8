import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import { TRASH_RETENTION_DAYS } from '../../src/api/contract/trash.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { jsonSql } from '../db/values.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import type { JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'

export const TRASH_RETENTION_MS = TRASH_RETENTION_DAYS * 86_400_000

const PURGE_BATCH = 500

/** Actor of changelog entries that the server writes on its own behalf. */
const SYSTEM_ACTOR = 'system'

/** Options of a purge of all assets trashed up to `until`. `progress` receives the purged fraction, 0..1. */
export interface PurgeOptions {
  readonly until: Date
  readonly now: Date
  readonly signal?: AbortSignal
  readonly progress?: (share: number, step: string) => void
}

/** Enqueues a purge of the assets whose time in the trash is over. Returns whether there are any. */
export async function enqueuePurge(db: Kysely<Database>, now: Date): Promise<boolean> {
  const trashedBefore = new Date(now.getTime() - TRASH_RETENTION_MS)
  if ((await countPurgeable(db, trashedBefore)) === 0) return false
  const job = {
    kind: 'purge',
    key: 'trash',
    payload: { until: trashedBefore.toISOString() },
    owner: null,
    now,
  } as const
  await transact(db, (trx) => enqueueJob(trx, job))
  return true
}

/**
 * Deletes trashed assets permanently, in batches, and writes changelog, audit entry and event of each. Skips assets that are
 * being restored. Returns the number of assets. Concurrent calls purge each asset once.
 */
export async function purgeTrash(
  db: Kysely<Database>,
  { until, now, signal, progress }: PurgeOptions,
): Promise<number> {
  const total = progress ? await countPurgeable(db, until) : 0
  for (let purged = 0; ; ) {
    signal?.throwIfAborted()
    // The deletion also updates rows that refer to the assets, which may deadlock. `transact` retries after a deadlock.
    const count = await transact(db, async (trx) => {
      const { rows } = await sql<{ id: string }>`
      with due as (
        select id from assets where deleted_at <= ${until} order by deleted_at, id limit ${PURGE_BATCH} for update skip locked),
      purged as (delete from assets using due where assets.id = due.id returning assets.id, assets.name),
      notified as (insert into outbox (key, asset_id, at) select ${EVENT_KEYS.bulkDeleted}, id, ${now}::timestamptz from purged),
      audited as (
        insert into audit (id, at, user_id, action, address, details)
        select gen_random_uuid()::text, ${now}::timestamptz, null, 'asset-purged', '',
          jsonb_build_object('assetId', id, 'name', name) from purged)
      select id from purged`.execute(trx)
      // Not part of the SQL above, because changelog ids must be ordered by time (UUID v7).
      const entry = { at: now, actor_id: SYSTEM_ACTOR, action: 'purged', changes: jsonSql([]) }
      const entries = rows.map(({ id }) => ({ ...entry, id: uuidv7(), asset_id: id }))
      if (entries.length > 0) await trx.insertInto('changelog').values(entries).execute()
      return rows.length
    })
    purged += count
    progress?.(purged / Math.max(1, total), `${purged}/${total}`)
    if (count < PURGE_BATCH) return purged
  }
}

/** Deletes trashed assets whose retention has expired. Commits each batch separately, so a retry continues with the rest. */
export const createPurgeTrashJobKind = ({ db, now }: JobDependencies): JobKind<JobPayloads['purge']> => ({
  async perform({ payload: { until } }, { progress, signal }) {
    await purgeTrash(db, { until: new Date(until), now: now(), signal, progress })
    return async () => {}
  },
})

async function countPurgeable(db: Kysely<Database>, trashedBefore: Date): Promise<number> {
  const { count } = await db
    .selectFrom('assets')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('deleted_at', '<=', trashedBefore)
    .executeTakeFirstOrThrow()
  return Number(count)
}
