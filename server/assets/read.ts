import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import { IS_LIVE } from '../auth/allowed.ts'
import type { Caller } from '../call.ts'
import type { Database } from '../db/schema.ts'

/** An asset as the database hands it out: absent fields are null, times are dates. */
export interface AssetRow extends Omit<Asset, 'createdAt' | 'updatedAt' | 'updatedBy' | 'stats'> {
  createdAt: Date
  updatedAt: Date
  updatedBy: { id: string; name?: string; email?: string } | null
  triangles: number
  vertices: number
  textures: number
  bytes: number
}

/** What is read of an asset, from `row`; its tags and its places in applications stand in the tables of these names. */
export const columnsWith = (tags: string, places: string): RawBuilder<unknown> => sql`
  row.id, row.name, row.type, row.gender, row.model_url as "modelUrl", row.icon_url as "iconUrl",
  row.texture_url as "textureUrl", row.psd_url as "psdUrl", row.locked, row.locked_by as "lockedBy",
  row.lock_reason as "lockReason",
  ${liveId('row.parent_id')} as "parentId", ${liveId('row.body_id')} as "bodyId",
  nullif(row.default_authorized, false) as "defaultAuthorized", row.triangles, row.vertices, row.textures, row.bytes,
  row.created_at as "createdAt", row.updated_at as "updatedAt", row.created_by as "createdBy",
  (select coalesce(jsonb_agg(tag_id order by tag_id), '[]') from ${sql.table(tags)} where asset_id = row.id) as tags,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'applicationId', application_id, 'isVisible', is_visible, 'position', position) order by application_id), '[]')
    from ${sql.table(places)} where asset_id = row.id) as applications,
  (select jsonb_build_object('id', actor_id) || coalesce(
      (select jsonb_strip_nulls(jsonb_build_object('name', name, 'email', email)) from users where users.id = actor_id), '{}')
    from changelog where asset_id = row.id and at <= row.updated_at order by at desc, changelog.id desc limit 1) as "updatedBy"`

/** An asset that this one points at: not while that one is in the trash. */
export const liveId = (column: 'row.parent_id' | 'row.body_id' | 'assets.parent_id' | 'assets.body_id') =>
  sql`(select other.id from assets as other where other.id = ${sql.ref(column)} and other.deleted_at is null)`

/** What is read of an asset that is not in the trash. */
export const ASSET_COLUMNS = columnsWith('asset_tags', 'asset_applications')

/** A row in the form of the contract. */
export function asAsset(found: AssetRow): Asset {
  const { triangles, vertices, textures, bytes, createdAt, updatedAt, updatedBy, ...row } = found
  const present = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as typeof row
  return {
    ...present,
    stats: { triangles, vertices, textures, bytes },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(updatedBy && { updatedBy }),
  }
}

/** One asset by its id, among those that `allowed` (a condition on `assets`) lets be seen; by itself, all that are not in the trash. */
export async function readAsset(
  db: Kysely<Database>,
  id: string,
  allowed: RawBuilder<boolean> = IS_LIVE,
): Promise<Asset | undefined> {
  const { rows } = await sql<AssetRow>`
    select ${ASSET_COLUMNS} from (select * from assets where id = ${id} and ${allowed}) as row`.execute(db)
  return rows[0] && asAsset(rows[0])
}

/** The asset as the caller may read it: names and addresses, and why it is locked, are for colleagues, not for everyone who may look. */
export function asSeenBy({ ability }: Pick<Caller, 'ability'>, asset: Asset): Asset {
  if (ability.can('update', 'Asset')) return asset
  const { lockReason: _, updatedBy, ...seen } = asset
  return { ...seen, ...(updatedBy && { updatedBy: { id: updatedBy.id } }) }
}
