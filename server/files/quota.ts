import { type Kysely, sql } from 'kysely'
import type { Quota } from '../../src/api/contract/files.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'

/** An upload that is about to begin. */
export interface Beginning {
  id: string
  ownerId: string
  bytes: number
  at: Date
}

/**
 * Keeps room for an upload. The owner's row is locked while room is counted, so of any number of uploads that begin at once
 * exactly those pass that fit. Throws `QUOTA_EXCEEDED`, or `TOO_MANY_REQUESTS` where too many are unfinished.
 */
export function reserve(db: Kysely<Database>, { id, ownerId, bytes, at }: Beginning, quota: Quota): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', ownerId).forUpdate().execute()
    const { usedBytes, unfinished } = await usageOf(trx, ownerId)
    if (unfinished >= quota.unfinished)
      throw new Refusal('TOO_MANY_REQUESTS', `You have ${unfinished} unfinished uploads. Finish or remove some first.`)
    if (usedBytes + bytes > quota.bytes)
      throw new Refusal('QUOTA_EXCEEDED', 'There is not enough room left for this file.', {
        bytes,
        usedBytes,
        quotaBytes: quota.bytes,
      })
    await trx.insertInto('upload_starts').values({ id, owner_id: ownerId, bytes, started_at: at }).execute()
  })
}

/** Gives the room of an unfinished upload back. */
export async function release(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('upload_starts').where('id', '=', id).execute()
}

/** What an owner's files take, each content once, with the room kept for unfinished uploads; and how many those are. */
export async function usageOf(
  db: Kysely<Database>,
  ownerId: string,
): Promise<{ usedBytes: number; unfinished: number }> {
  const { rows } = await sql<{ stored: string; kept: string; unfinished: number }>`
    select
      (select coalesce(sum(bytes), 0) from files
        where sha256 in (select sha256 from uploads where owner_id = ${ownerId})) as stored,
      coalesce(sum(bytes), 0) as kept, count(*)::int as unfinished
    from upload_starts where owner_id = ${ownerId}`.execute(db)
  const { stored, kept, unfinished } = rows[0]!
  return { usedBytes: Number(stored) + Number(kept), unfinished }
}
