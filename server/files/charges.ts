import { type Kysely, sql, type Transaction } from 'kysely'
import type { Quota } from '../../src/api/contract/files.ts'
import type { Database } from '../db/schema.ts'
import type { ContentStore, StoredContent } from './content-store.ts'
import { checkRoom, lockOwner } from './quota.ts'
import { isReferred } from './references.ts'

/** After so long without anything that refers to it a file is removed, in milliseconds. */
export const UNREFERENCED_MS = 86_400_000

/** For so long a file that somebody works with is kept, whatever else is said of it, in milliseconds. */
export const CLAIM_MS = 15 * 60_000

/** Since when a file must have been without use to be removed at `at`. */
export const dueAt = (at: Date) => new Date(at.getTime() - UNREFERENCED_MS)

/**
 * Writes a file's row and keeps it locked, before the file's bytes come: a removal of the same content is waited for, and one
 * that comes later waits, and finds the file in use.
 */
export async function register(trx: Transaction<Database>, content: StoredContent, at: Date): Promise<void> {
  const { sha256, type, bytes, crc32 } = content
  await trx
    .insertInto('files')
    // There is no unsigned type of 4 bytes.
    .values({ sha256, type, bytes, crc32: crc32 === undefined ? null : crc32 | 0, created_at: at })
    .onConflict((on) => on.column('sha256').doUpdateSet({ orphaned_at: null }))
    .execute()
}

/** Charges an owner for a file, once; its row is locked. */
export async function charge(trx: Transaction<Database>, sha256: string, ownerId: string): Promise<void> {
  await trx
    .insertInto('file_charges')
    .values({ sha256, owner_id: ownerId })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Registers a file the server made for somebody and charges them, before its bytes come. Throws `QUOTA_EXCEEDED`. */
export function keepFor(
  db: Kysely<Database>,
  content: StoredContent,
  owner: { id: string; quota: Quota } | undefined,
  at: Date,
): Promise<void> {
  const { sha256 } = content
  return db.transaction().execute(async (trx) => {
    if (owner) await lockOwner(trx, owner.id)
    await register(trx, content, at)
    await claim(trx, sha256, at)
    if (!owner || (await isCharged(trx, sha256, owner.id))) return
    await checkRoom(trx, owner.id, content.bytes, owner.quota)
    await charge(trx, sha256, owner.id)
  })
}

/** Says that a file is in use, so that nothing removes it for {@link CLAIM_MS}; undefined where there is none. */
export async function claim(db: Kysely<Database>, sha256: string, at: Date): Promise<StoredContent | undefined> {
  return db
    .updateTable('files')
    .set({ orphaned_at: null, claimed_until: new Date(at.getTime() + CLAIM_MS) })
    .where('sha256', '=', sha256)
    .returning(['sha256', 'type', 'bytes'])
    .executeTakeFirst()
}

/**
 * Gives up a finished upload. Where nothing else needs its file that is removed at once, and only then uncharged; where
 * others sent the same they alone are charged; where something refers to it all stays as it is, but for the upload.
 */
export async function giveUp(db: Kysely<Database>, content: ContentStore, id: string, at: Date): Promise<void> {
  const file = await db.transaction().execute(async (trx) => {
    const upload = await trx.selectFrom('uploads').select('sha256').where('id', '=', id).executeTakeFirst()
    const file = upload && (await lockFile(trx, upload.sha256))
    const given = await trx.deleteFrom('uploads').where('id', '=', id).returning('owner_id').executeTakeFirst()
    if (!file || !given) return undefined
    await uncharge(trx, file, given.owner_id, at)
    if (await isNeeded(trx, file.sha256)) return undefined
    // Should the server fall here, the next sweep goes on.
    await trx
      .updateTable('files')
      .set({ orphaned_at: dueAt(at) })
      .where('sha256', '=', file.sha256)
      .execute()
    return file
  })
  if (file) await removeFile(db, content, file, at)
}

/** Ends an owner's charge where others are charged who still have the file, and the owner has no more to do with it. */
export async function uncharge(trx: Transaction<Database>, file: LockedFile, ownerId: string, at: Date): Promise<void> {
  const { sha256 } = file
  if (isClaimed(file, at) || (await isReferred(trx, sha256))) return
  const holders = await holdersOf(trx, sha256)
  if (holders.length === 0 || holders.includes(ownerId)) return
  await trx.deleteFrom('file_charges').where('sha256', '=', sha256).where('owner_id', '=', ownerId).execute()
}

/**
 * Removes one file that is due, and then ends the charges for it. Under its row's lock: whoever uploads or uses the same
 * content waits, and finds it gone or kept.
 */
export async function removeFile(
  db: Kysely<Database>,
  content: ContentStore,
  { sha256 }: Pick<StoredContent, 'sha256'>,
  at: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const file = await lockFile(trx, sha256)
    if (!file?.orphaned_at || file.orphaned_at > dueAt(at) || isClaimed(file, at)) return
    if ((await isSettling(trx, sha256)) || (await isReferred(trx, sha256))) return
    await content.remove(file)
    await trx.deleteFrom('uploads').where('sha256', '=', sha256).execute()
    await trx.deleteFrom('files').where('sha256', '=', sha256).execute()
  })
}

/** A file's row as it stands under its lock. */
export interface LockedFile extends StoredContent {
  orphaned_at: Date | null
  claimed_until: Date | null
}

/** Locks a file's row; undefined where there is none. */
export const lockFile = (trx: Transaction<Database>, sha256: string): Promise<LockedFile | undefined> =>
  trx
    .selectFrom('files')
    .select(['sha256', 'type', 'bytes', 'orphaned_at', 'claimed_until'])
    .where('sha256', '=', sha256)
    .forUpdate()
    .executeTakeFirst()

const isClaimed = ({ claimed_until }: LockedFile, at: Date) => claimed_until !== null && claimed_until > at

/** Who has a finished upload of a file, or one that is about to be. */
async function holdersOf(trx: Transaction<Database>, sha256: string): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from uploads where sha256 = ${sha256}
    union select owner_id from upload_starts where sha256 = ${sha256}`.execute(trx)
  return rows.map(({ owner_id }) => owner_id)
}

const isNeeded = async (trx: Transaction<Database>, sha256: string): Promise<boolean> =>
  (await holdersOf(trx, sha256)).length > 0 || isReferred(trx, sha256)

const isSettling = async (trx: Transaction<Database>, sha256: string): Promise<boolean> =>
  (await trx.selectFrom('upload_starts').select('id').where('sha256', '=', sha256).executeTakeFirst()) !== undefined

const isCharged = async (trx: Transaction<Database>, sha256: string, ownerId: string): Promise<boolean> =>
  (await trx
    .selectFrom('file_charges')
    .select('sha256')
    .where('sha256', '=', sha256)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()) !== undefined
