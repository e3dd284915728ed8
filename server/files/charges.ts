import { type Kysely, sql, type Transaction } from 'kysely'
import type { UploadQuota } from '../../src/api/contract/files.ts'
import type { Database } from '../db/schema.ts'
import type { ContentStore, StoredContent } from './content-store.ts'
import { isReferenced } from './file-references.ts'
import { checkQuota, lockOwnerRow } from './quota.ts'
import type { StoreOwner } from './store-owner.ts'

/** Age at which an unreferenced file stops counting towards quotas. A file that was never used is removed at this age. */
export const UNREFERENCED_CHARGE_MS = 86_400_000

/** Default time that a file is retained after its last use (`FILE_GRACE_DAYS`). Backups must not be older. */
export const FILE_GRACE_MS = 30 * 86_400_000

export const FILE_CLAIM_MS = 15 * 60_000

/** Returns the latest time at which a file must have become unreferenced to stop counting towards quotas at `at`. */
export const computeUnreferencedCutoff = (at: Date) => new Date(at.getTime() - UNREFERENCED_CHARGE_MS)

export interface FileRemovalDeps {
  content: ContentStore
  owner: Pick<StoreOwner, 'canDelete'>
  graceMs: number
}

/**
 * Writes and locks a file's row before its bytes are stored. Waits for a concurrent removal of the same content. A removal that
 * starts later waits for this transaction, and then finds the file in use.
 */
export async function registerFile(trx: Transaction<Database>, content: StoredContent, at: Date): Promise<void> {
  const { sha256, type, bytes, crc32 } = content
  await trx
    .insertInto('files')
    // The column is a signed 4-byte integer, because PostgreSQL has no unsigned type.
    .values({ sha256, type, bytes, crc32: crc32 === undefined ? null : crc32 | 0, created_at: at })
    .onConflict((on) => on.column('sha256').doUpdateSet({ orphaned_at: null }))
    .execute()
}

/**
 * Counts a file towards an owner's quota, once. Does not check the quota. The caller must have checked the quota under the
 * owner's lock, or must delete the upload's reservation in the same transaction.
 */
export async function chargeOwner(trx: Transaction<Database>, sha256: string, ownerId: string): Promise<void> {
  await trx
    .insertInto('file_charges')
    .values({ sha256, owner_id: ownerId })
    .onConflict((on) => on.doNothing())
    .execute()
}

/**
 * Registers a file that the server produced, and counts the file towards its owner's quota, before the bytes are stored. Throws
 * `QUOTA_EXCEEDED`.
 */
export function registerFileForOwner(
  db: Kysely<Database>,
  content: StoredContent,
  owner: { id: string; quota: UploadQuota } | undefined,
  at: Date,
): Promise<void> {
  const { sha256 } = content
  return db.transaction().execute(async (trx) => {
    if (owner) await lockOwnerRow(trx, owner.id)
    await registerFile(trx, content, at)
    await claimFileForUse(trx, sha256, at)
    if (!owner || (await isCharged(trx, sha256, owner.id))) return
    await checkQuota(trx, owner.id, content.bytes, owner.quota)
    await chargeOwner(trx, sha256, owner.id)
  })
}

/** Protects a file from removal for {@link FILE_CLAIM_MS}. Returns undefined if the file does not exist. */
export async function claimFile(db: Kysely<Database>, sha256: string, at: Date): Promise<StoredContent | undefined> {
  return db
    .updateTable('files')
    .set({ orphaned_at: null, claimed_until: new Date(at.getTime() + FILE_CLAIM_MS) })
    .where('sha256', '=', sha256)
    .returning(['sha256', 'type', 'bytes'])
    .executeTakeFirst()
}

/** Claims a file that will be referenced. Marks the file as used, because a backup may refer to it from now on. */
export async function claimFileForUse(
  db: Kysely<Database>,
  sha256: string,
  at: Date,
): Promise<StoredContent | undefined> {
  return db
    .updateTable('files')
    .set({ orphaned_at: null, claimed_until: new Date(at.getTime() + FILE_CLAIM_MS), used: true })
    .where('sha256', '=', sha256)
    .returning(['sha256', 'type', 'bytes'])
    .executeTakeFirst()
}

/**
 * Counts a stored file towards the caller's quota if the file counts towards no quota, because the file was unreferenced. Throws
 * `QUOTA_EXCEEDED`.
 */
export async function chargeFileReuse(
  db: Kysely<Database>,
  { sha256, bytes }: Pick<StoredContent, 'sha256' | 'bytes'>,
  { id, quota }: { id: string; quota: UploadQuota },
): Promise<void> {
  const isUncharged = async (on: Kysely<Database>) =>
    !(await on.selectFrom('file_charges').select('sha256').where('sha256', '=', sha256).limit(1).executeTakeFirst())
  if (!(await isUncharged(db))) return
  const work = async (trx: Transaction<Database>) => {
    await lockOwnerRow(trx, id)
    if (!(await isUncharged(trx))) return
    await checkQuota(trx, id, bytes, quota)
    await chargeOwner(trx, sha256, id)
  }
  await (db.isTransaction ? work(db as Transaction<Database>) : db.transaction().execute(work))
}

/**
 * Deletes a finished upload. If something refers to the upload's file, the file stays and still counts towards the owner's quota.
 * If other users uploaded the same content, the file counts only towards their quotas. Otherwise a file that was never used is
 * removed immediately. A used file counts for another day and is retained for the grace period. Freeing the quota immediately
 * would let a caller fill the store.
 */
export async function discardUpload(
  db: Kysely<Database>,
  removal: FileRemovalDeps,
  id: string,
  at: Date,
): Promise<void> {
  const file = await db.transaction().execute(async (trx) => {
    const upload = await trx.selectFrom('uploads').select('sha256').where('id', '=', id).executeTakeFirst()
    const file = upload && (await lockFileRow(trx, upload.sha256))
    const deletedUpload = await trx.deleteFrom('uploads').where('id', '=', id).returning('owner_id').executeTakeFirst()
    if (!file || !deletedUpload) return undefined
    await unchargeOwner(trx, file, deletedUpload.owner_id, at)
    if (await isFileNeeded(trx, file.sha256)) return undefined
    // Committed before the removal, so that the next sweep can complete the removal after a crash.
    await trx
      .updateTable('files')
      .set({ orphaned_at: file.used ? (file.orphaned_at ?? at) : computeUnreferencedCutoff(at) })
      .where('sha256', '=', file.sha256)
      .execute()
    return file
  })
  if (file) await removeFile(db, removal, file, at)
}

/**
 * Stops counting an unreferenced file towards an owner's quota, if other users have an upload of that file and the owner has
 * none.
 */
export async function unchargeOwner(
  trx: Transaction<Database>,
  file: LockedFileRow,
  ownerId: string,
  at: Date,
): Promise<void> {
  const { sha256 } = file
  if (isClaimed(file, at) || (await isReferenced(trx, sha256))) return
  const holders = await readHolders(trx, sha256)
  if (holders.length === 0 || holders.includes(ownerId)) return
  await trx.deleteFrom('file_charges').where('sha256', '=', sha256).where('owner_id', '=', ownerId).execute()
}

/**
 * Removes one file whose retention has ended, together with its uploads and quota entries. Locks the file's row, so that a
 * request for the same content waits.
 */
export async function removeFile(
  db: Kysely<Database>,
  { content, owner, graceMs }: FileRemovalDeps,
  { sha256 }: Pick<StoredContent, 'sha256'>,
  at: Date,
): Promise<void> {
  if (!(await owner.canDelete())) return
  await db.transaction().execute(async (trx) => {
    const file = await lockUnneeded(trx, sha256, at)
    if (!file || (file.used && file.orphaned_at! > new Date(at.getTime() - graceMs))) return
    await content.remove(file)
    await trx.deleteFrom('uploads').where('sha256', '=', sha256).execute()
    await trx.deleteFrom('files').where('sha256', '=', sha256).execute()
  })
}

/**
 * Deletes the uploads and quota entries of a file that was unreferenced for a day. The bytes are retained for the grace period.
 */
export async function endUploadsAndCharges(db: Kysely<Database>, sha256: string, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockUnneeded(trx, sha256, at))) return
    await trx.deleteFrom('uploads').where('sha256', '=', sha256).execute()
    await trx.deleteFrom('file_charges').where('sha256', '=', sha256).execute()
  })
}

/** Locks a file that was unneeded for {@link UNREFERENCED_CHARGE_MS}; returns undefined for any other file. */
async function lockUnneeded(trx: Transaction<Database>, sha256: string, at: Date): Promise<LockedFileRow | undefined> {
  const file = await lockFileRow(trx, sha256)
  if (!file?.orphaned_at || file.orphaned_at > computeUnreferencedCutoff(at) || isClaimed(file, at)) return undefined
  return (await isUploadSettling(trx, sha256)) || (await isReferenced(trx, sha256)) ? undefined : file
}

export interface LockedFileRow extends StoredContent {
  orphaned_at: Date | null
  claimed_until: Date | null
  used: boolean
}

export const lockFileRow = (trx: Transaction<Database>, sha256: string): Promise<LockedFileRow | undefined> =>
  trx
    .selectFrom('files')
    .select(['sha256', 'type', 'bytes', 'orphaned_at', 'claimed_until', 'used'])
    .where('sha256', '=', sha256)
    .forUpdate()
    .executeTakeFirst()

const isClaimed = ({ claimed_until }: LockedFileRow, at: Date) => claimed_until !== null && claimed_until > at

/** Returns the ids of users with a finished upload of a file, or with an upload of it that is about to finish. */
async function readHolders(trx: Transaction<Database>, sha256: string): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from uploads where sha256 = ${sha256}
    union select owner_id from upload_starts where sha256 = ${sha256}`.execute(trx)
  return rows.map(({ owner_id }) => owner_id)
}

const isFileNeeded = async (trx: Transaction<Database>, sha256: string): Promise<boolean> =>
  (await readHolders(trx, sha256)).length > 0 || isReferenced(trx, sha256)

const isUploadSettling = async (trx: Transaction<Database>, sha256: string): Promise<boolean> =>
  (await trx.selectFrom('upload_starts').select('id').where('sha256', '=', sha256).executeTakeFirst()) !== undefined

const isCharged = async (trx: Transaction<Database>, sha256: string, ownerId: string): Promise<boolean> =>
  (await trx
    .selectFrom('file_charges')
    .select('sha256')
    .where('sha256', '=', sha256)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()) !== undefined
