import { type Kysely, sql, type Transaction } from 'kysely'
import type { Quota } from '../../src/api/contract/files.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'

/** An upload that is about to begin. */
export interface Beginning {
  id: string
  ownerId: string
  bytes: number
  at: Date
  /** The `Idempotency-Key` of its announcement. */
  key: string | undefined
}

/**
 * Keeps room for an upload. The owner's row is locked while room is counted, so of any number of uploads that begin at once
 * exactly those pass that fit. Answers the id of the upload that was announced with the same key before, if it is unfinished: nothing is
 * kept then. Throws `QUOTA_EXCEEDED`, `TOO_MANY_REQUESTS` where too many are unfinished, or
 * `IDEMPOTENCY_CONFLICT` where the key belongs to another upload.
 */
export function reserve(
  db: Kysely<Database>,
  { id, ownerId, bytes, at, key }: Beginning,
  quota: Quota,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, ownerId)
    const earlier = key === undefined ? undefined : await begunBefore(trx, ownerId, key)
    if (earlier && earlier.bytes !== bytes)
      throw new Refusal('IDEMPOTENCY_CONFLICT', 'This idempotency key was used for another upload.')
    if (earlier) return earlier.id
    const { unfinished } = await usageOf(trx, ownerId)
    if (unfinished >= quota.unfinished)
      throw new Refusal('TOO_MANY_REQUESTS', `You have ${unfinished} unfinished uploads. Finish or remove some first.`)
    await checkRoom(trx, ownerId, bytes, quota)
    await trx
      .insertInto('upload_starts')
      .values({ id, owner_id: ownerId, bytes, started_at: at, key: key ?? null })
      .execute()
    return undefined
  })
}

/**
 * Waits for whoever counts an owner's room and keeps others from it until the transaction ends. Rows that merely point at
 * the owner can be written meanwhile.
 */
export async function lockOwner(trx: Transaction<Database>, ownerId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
}

/** Throws `QUOTA_EXCEEDED` where so many bytes more do not fit; the owner is locked. */
export async function checkRoom(trx: Transaction<Database>, ownerId: string, bytes: number, quota: Quota) {
  const { usedBytes } = await usageOf(trx, ownerId)
  if (usedBytes + bytes <= quota.bytes) return
  throw new Refusal('QUOTA_EXCEEDED', 'There is not enough storage left for this file.', {
    bytes,
    usedBytes,
    quotaBytes: quota.bytes,
  })
}

const begunBefore = (db: Kysely<Database>, ownerId: string, key: string) =>
  db
    .selectFrom('upload_starts')
    .select(['id', 'bytes'])
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst()

/** Gives the room of an unfinished upload back. */
export async function release(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('upload_starts').where('id', '=', id).execute()
}

/** What an owner is charged for: each stored file once, and the room kept for unfinished uploads; and how many those are. */
export async function usageOf(
  db: Kysely<Database>,
  ownerId: string,
): Promise<{ usedBytes: number; unfinished: number }> {
  const { rows } = await sql<{ stored: string; kept: string; unfinished: number }>`
    select
      (select coalesce(sum(files.bytes), 0) from file_charges join files using (sha256)
        where file_charges.owner_id = ${ownerId}) as stored,
      coalesce(sum(bytes), 0) as kept, count(*)::int as unfinished
    from upload_starts where owner_id = ${ownerId}`.execute(db)
  const { stored, kept, unfinished } = rows[0]!
  return { usedBytes: Number(stored) + Number(kept), unfinished }
}
