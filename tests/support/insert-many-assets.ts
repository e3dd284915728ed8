import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/schema.ts'

/**
 * Inserts `count` assets with one statement: ids from `asset-00001` on, three types in rotation, each asset a minute younger than
 * the previous asset.
 */
export async function insertManyAssets(db: Kysely<Database>, count: number, ownerId: string): Promise<void> {
  await sql`insert into assets (id, name, name_key, type, gender, model_url, triangles, vertices, textures, bytes,
      created_at, updated_at, created_by)
    select 'asset-' || lpad(n::text, 5, '0'), 'Name ' || n % 100, 'name ' || n % 100,
      (array['hair', 'top', 'eyes'])[1 + n % 3], 'male', '/files/0.glb', 1, 3, 0, 9,
      timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '1 minute', ${ownerId}
    from generate_series(1, ${count}::int) n`.execute(db)
}
