import { type Kysely, sql } from 'kysely'
import { fileUrl, type StoredFile } from '../../src/api/contract/files.ts'
import type { Database } from '../db/schema.ts'
import type { StoredContent } from './content-store.ts'

/** State of an upload: finished; checked but not finished (with content); or not checked (without content). */
export type UploadState =
  | (StoredContent & { isFinished: boolean })
  | { sha256: null; type: null; bytes: null; isFinished: false }

/** Looks up an upload in one statement, so that the time does not reveal whether another user's upload exists. */
export async function readUploadState(
  db: Kysely<Database>,
  id: string,
  ownerId?: string,
): Promise<UploadState | undefined> {
  const ownerCondition = ownerId === undefined ? sql`true` : sql`of_id.owner_id = ${ownerId}`
  const { rows } = await sql<UploadState>`
    select of_id.sha256, files.type, files.bytes, of_id."isFinished" from (
      select owner_id, sha256, true as "isFinished" from uploads where id = ${id}
      union all
      select owner_id, sha256, false from upload_starts where id = ${id}
    ) of_id left join files using (sha256) where ${ownerCondition}`.execute(db)
  return rows[0]
}

export const toStoredFile = (id: string, { sha256, type, bytes }: StoredContent): StoredFile => ({
  id,
  url: fileUrl(sha256, type),
  sha256,
  type,
  bytes,
})
