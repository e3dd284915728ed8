import type { Kysely } from 'kysely'
import type { Database } from '../../server/db/schema.ts'
import { jsonSql } from '../../server/db/values.ts'
import type { AssetType } from '../../src/api/contract/assets.ts'
import { START_TIME } from './server.ts'

/** URL of a model that was never uploaded. */
export const MISSING_MODEL_URL = `/files/${'0'.repeat(64)}.glb`

/** Inserts an asset owned by `ownerId` into the database. Guests may read it if `isPublic` is true. */
export async function insertAsset(
  db: Kysely<Database>,
  { id, ownerId, isPublic, type = 'top' }: { id: string; ownerId: string; isPublic: boolean; type?: AssetType },
): Promise<void> {
  const row = { id, name: id, name_key: id, type, gender: 'male', model_url: MISSING_MODEL_URL } as const
  const stats = { triangles: 1, vertices: 3, textures: 0, bytes: 9 }
  const commonColumns = {
    created_at: START_TIME,
    updated_at: START_TIME,
    created_by: ownerId,
    default_authorized: isPublic,
  }
  await db
    .insertInto('assets')
    .values({ ...row, ...stats, ...commonColumns })
    .execute()
}

/** Adds a job of an owner to the queue, unless its id exists. */
export async function insertJob(db: Kysely<Database>, id: string, ownerId: string | undefined): Promise<void> {
  const row = { id, kind: 'icon' as const, key: id, payload: jsonSql({}), owner_id: ownerId ?? null }
  await db
    .insertInto('jobs')
    .values({ ...row, run_at: START_TIME, created_at: START_TIME })
    .onConflict((on) => on.doNothing())
    .execute()
}
