import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { forEachCollectingErrors } from './sweep-files.ts'
import { ignoreNotFoundUpload, UNFINISHED_UPLOAD_MS, type UploadDataStore } from './upload-store.ts'

const UPLOAD_LOOKUP_BATCH = 500

/** Removes the bytes of old uploads that have no reserved quota. Crashes, older servers or another database can leave such bytes. */
export async function removeUnreservedUploads(db: Kysely<Database>, uploads: UploadDataStore): Promise<void> {
  const ids = new Set<string>()
  // Ages come from the store's clock, so they are compared with the real time instead of `now`.
  const before = Date.now() - UNFINISHED_UPLOAD_MS
  const recentIds = new Set<string>()
  for await (const { id, storedAt } of uploads.list()) (storedAt.getTime() < before ? ids : recentIds).add(id)
  for (const id of recentIds) ids.delete(id)
  const all = [...ids]
  for (let i = 0; i < all.length; i += UPLOAD_LOOKUP_BATCH) {
    const batch = all.slice(i, i + UPLOAD_LOOKUP_BATCH)
    const rows = await db.selectFrom('upload_starts').select('id').where('id', 'in', batch).execute()
    const knownIds = new Set(rows.map(({ id }) => id))
    await forEachCollectingErrors(
      batch.filter((id) => !knownIds.has(id)),
      (id) => uploads.remove(id).catch(ignoreNotFoundUpload),
    )
  }
}
