import { type Kysely, sql } from 'kysely'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import { TRASH_DAYS } from '../../src/api/contract/trash.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { enqueue } from '../jobs/enqueue.ts'

/** How long an asset stays in the trash, in milliseconds. */
export const TRASH_MS = TRASH_DAYS * 86_400_000

/** So many are purged by one statement. */
const BATCH = 500

/** Whom the history names; events name nobody where it was the server itself. */
const SYSTEM_ACTOR = 'system'

/** What is purged: all that was in the trash `until` then. `progress` is told the share of it that is gone, 0..1. */
export interface Purge {
  readonly until: Date
  readonly now: Date
  readonly signal?: AbortSignal
  readonly progress?: (share: number, step: string) => void
}

/** Asks for a purge of what has had its time in the trash, where there is any; whether there is. */
export async function askForPurge(db: Kysely<Database>, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() - TRASH_MS)
  if ((await countDue(db, until)) === 0) return false
  const job = { kind: 'purge', key: 'trash', payload: { until: until.toISOString() }, owner: null, now } as const
  await transact(db, (trx) => enqueue(trx, job))
  return true
}

/**
 * Deletes for good what was in the trash until then, some at a time, each with its history and its event; answers how many. One
 * that is being restored is left alone. It may be done again, and beside another: each asset goes once.
 */
export async function purgeTrash(db: Kysely<Database>, { until, now, signal, progress }: Purge): Promise<number> {
  const all = progress ? await countDue(db, until) : 0
  for (let purged = 0; ; ) {
    signal?.throwIfAborted()
    // It clears what points at them too, and may meet others there.
    const { rows } = await transact(db, (trx) =>
      sql`
      with due as (
        select id from assets where deleted_at <= ${until} order by deleted_at, id limit ${BATCH} for update skip locked),
      gone as (delete from assets using due where assets.id = due.id returning assets.id),
      told as (insert into outbox (key, asset_id, at) select ${EVENT_KEYS.bulkDeleted}, id, ${now}::timestamptz from gone)
      insert into changelog (id, asset_id, at, actor_id, action, changes)
      select gen_random_uuid()::text, id, ${now}, ${SYSTEM_ACTOR}, 'purged', '[]' from gone
      returning id`.execute(trx),
    )
    purged += rows.length
    progress?.(purged / Math.max(1, all), `${purged}/${all}`)
    if (rows.length < BATCH) return purged
  }
}

async function countDue(db: Kysely<Database>, until: Date): Promise<number> {
  const { count } = await db
    .selectFrom('assets')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('deleted_at', '<=', until)
    .executeTakeFirstOrThrow()
  return Number(count)
}
