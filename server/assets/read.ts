import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import type { Database } from '../db/schema.ts'

/** An asset as the database hands it out: absent fields are null, times are dates. */
export interface AssetRow extends Omit<Asset, 'createdAt' | 'updatedAt' | 'stats'> {
  createdAt: Date
  updatedAt: Date
  triangles: number
  vertices: number
  textures: number
  bytes: number
}

/** What is read of an asset, from `row`. */
export const ASSET_COLUMNS: RawBuilder<unknown> = sql`
  row.id, row.name, row.type, row.gender, row.model_url as "modelUrl", row.icon_url as "iconUrl",
  row.texture_url as "textureUrl", row.psd_url as "psdUrl", row.locked, row.locked_by as "lockedBy",
  row.parent_id as "parentId", row.body_id as "bodyId", row.triangles, row.vertices, row.textures, row.bytes,
  row.created_at as "createdAt", row.updated_at as "updatedAt", row.created_by as "createdBy",
  (select coalesce(jsonb_agg(tag_id order by tag_id), '[]') from asset_tags where asset_id = row.id) as tags,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'applicationId', application_id, 'isVisible', is_visible, 'position', position) order by application_id), '[]')
    from asset_applications where asset_id = row.id) as applications`

/** A row in the form of the contract. */
export function asAsset({ triangles, vertices, textures, bytes, createdAt, updatedAt, ...row }: AssetRow): Asset {
  const present = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as typeof row
  return {
    ...present,
    stats: { triangles, vertices, textures, bytes },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** One asset by its id, among those that `allowed` (a condition on `assets`) lets be seen. */
export async function readAsset(
  db: Kysely<Database>,
  id: string,
  allowed: RawBuilder<boolean> = sql`true`,
): Promise<Asset | undefined> {
  const { rows } = await sql<AssetRow>`
    select ${ASSET_COLUMNS} from (select * from assets where id = ${id} and ${allowed}) as row`.execute(db)
  return rows[0] && asAsset(rows[0])
}
