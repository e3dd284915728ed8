import type { Kysely } from 'kysely'
import type { Database } from '../../server/db/schema.ts'
import { json } from '../../server/db/values.ts'
import type { AssetType } from '../../src/api/contract/assets.ts'
import { BEGINNING } from './server.ts'

/** Where a model would be that nobody sent. */
export const MODEL_URL = `/files/${'0'.repeat(64)}.glb`

/** Puts an asset of an owner's into the store; a public one is what guests may read too. */
export async function addAsset(
  db: Kysely<Database>,
  { id, ownerId, isPublic, type = 'top' }: { id: string; ownerId: string; isPublic: boolean; type?: AssetType },
): Promise<void> {
  const row = { id, name: id, name_key: id, type, gender: 'male', model_url: MODEL_URL } as const
  const stats = { triangles: 1, vertices: 3, textures: 0, bytes: 9 }
  const made = { created_at: BEGINNING, updated_at: BEGINNING, created_by: ownerId, default_authorized: isPublic }
  await db
    .insertInto('assets')
    .values({ ...row, ...stats, ...made })
    .execute()
}

/** Puts a job of an owner's into the queue, unless there is one of this id. */
export async function addJob(db: Kysely<Database>, id: string, ownerId: string | undefined): Promise<void> {
  const row = { id, kind: 'icon' as const, key: id, payload: json({}), owner_id: ownerId ?? null }
  await db
    .insertInto('jobs')
    .values({ ...row, run_at: BEGINNING, created_at: BEGINNING })
    .onConflict((on) => on.doNothing())
    .execute()
}
