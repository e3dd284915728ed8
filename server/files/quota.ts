import { type Kysely, sql, type Transaction } from 'kysely'
import type { UploadQuota } from '../../src/api/contract/files.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../errors/http-error.ts'

export interface UploadReservation {
  id: string
  ownerId: string
  bytes: number
  at: Date
  key: string | undefined
}

/**
 * Reserves quota for an upload. Locks the owner's row during the check, so that concurrent uploads cannot exceed the quota
 * together. If an unfinished upload was created with the same key, returns its id and reserves nothing.
 *
 * Throws `QUOTA_EXCEEDED`, `TOO_MANY_REQUESTS` if too many uploads are unfinished, or `IDEMPOTENCY_CONFLICT` if the key belongs
 * to an upload of another size.
 */
export function reserveQuota(
  db: Kysely<Database>,
  { id, ownerId, bytes, at, key }: UploadReservation,
  quota: UploadQuota,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockOwnerRow(trx, ownerId)
    const earlier = key === undefined ? undefined : await findReservation(trx, ownerId, key)
    if (earlier && earlier.bytes !== bytes)
      throw new HttpError('IDEMPOTENCY_CONFLICT', 'This idempotency key was used for another upload.')
    if (earlier) return earlier.id
    const { unfinished } = await readStorageUsage(trx, ownerId)
    if (unfinished >= quota.unfinished)
      throw new HttpError(
        'TOO_MANY_REQUESTS',
        `You have ${unfinished} unfinished uploads. Finish or remove some first.`,
      )
    await checkQuota(trx, ownerId, bytes, quota)
    await trx
      .insertInto('upload_starts')
      .values({ id, owner_id: ownerId, bytes, started_at: at, key: key ?? null })
      .execute()
    return undefined
  })
}

/**
 * Locks an owner's row until the transaction ends, so that only one transaction at a time counts the owner's quota. Other
 * transactions can still write rows that refer to the owner.
 */
export async function lockOwnerRow(trx: Transaction<Database>, ownerId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute()
}

/** Throws `QUOTA_EXCEEDED` if the quota has no space for `bytes` more. The caller calls {@link lockOwnerRow} first. */
export async function checkQuota(trx: Transaction<Database>, ownerId: string, bytes: number, quota: UploadQuota) {
  const { usedBytes } = await readStorageUsage(trx, ownerId)
  if (usedBytes + bytes <= quota.bytes) return
  throw new HttpError('QUOTA_EXCEEDED', 'There is not enough storage left for this file.', {
    bytes,
    usedBytes,
    quotaBytes: quota.bytes,
  })
}

const findReservation = (db: Kysely<Database>, ownerId: string, key: string) =>
  db
    .selectFrom('upload_starts')
    .select(['id', 'bytes'])
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst()

export async function releaseQuota(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('upload_starts').where('id', '=', id).execute()
}

/**
 * Returns the bytes that count towards an owner's quota: each stored file once, plus the reserved quota. Also returns the number
 * of unfinished uploads.
 */
export async function readStorageUsage(
  db: Kysely<Database>,
  ownerId: string,
): Promise<{ usedBytes: number; unfinished: number }> {
  const { rows } = await sql<{ stored: string; reserved: string; unfinished: number }>`
    select
      (select coalesce(sum(files.bytes), 0) from file_charges join files using (sha256)
        where file_charges.owner_id = ${ownerId}) as stored,
      coalesce(sum(bytes), 0) as reserved, count(*)::int as unfinished
    from upload_starts where owner_id = ${ownerId}`.execute(db)
  const { stored, reserved, unfinished } = rows[0]!
  return { usedBytes: Number(stored) + Number(reserved), unfinished }
}
