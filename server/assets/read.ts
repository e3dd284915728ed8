import { subject } from '@casl/ability'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import { IS_LIVE_SQL } from '../auth/allowed-assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Database } from '../db/schema.ts'

/** An asset as a database row: absent fields are null, times are dates. */
export interface AssetRow extends Omit<Asset, 'createdAt' | 'updatedAt' | 'updatedBy' | 'stats'> {
  createdAt: Date
  updatedAt: Date
  updatedBy: { id: string; name?: string; email?: string } | null
  triangles: number
  vertices: number
  textures: number
  bytes: number
}

/**
 * Returns the select list of an asset read from `row`. `tags` and `placements` name the tables that link assets to tags and
 * applications. Trashed assets have separate link tables.
 */
export const assetColumnsSql = (tags: string, placements: string): RawBuilder<unknown> => sql`
  row.id, row.name, row.type, row.gender, row.model_url as "modelUrl", row.icon_url as "iconUrl",
  row.texture_url as "textureUrl", row.psd_url as "psdUrl", row.locked, row.locked_by as "lockedBy",
  row.lock_reason as "lockReason",
  ${liveReferenceSql('row.parent_id')} as "parentId", ${liveReferenceSql('row.body_id')} as "bodyId",
  nullif(row.default_authorized, false) as "defaultAuthorized", row.triangles, row.vertices, row.textures, row.bytes,
  row.created_at as "createdAt", row.updated_at as "updatedAt", row.created_by as "createdBy",
  (select coalesce(jsonb_agg(tag_id order by tag_id), '[]') from ${sql.table(tags)} where asset_id = row.id) as tags,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'applicationId', application_id, 'isVisible', is_visible, 'position', position) order by application_id), '[]')
    from ${sql.table(placements)} where asset_id = row.id) as applications,
  (select jsonb_build_object('id', actor_id) || coalesce(
      (select jsonb_strip_nulls(jsonb_build_object('name', name, 'email', email)) from users where users.id = actor_id), '{}')
    from changelog where asset_id = row.id and at <= row.updated_at order by at desc, changelog.id desc limit 1) as "updatedBy"`

/** Returns SQL for the id in a reference column. The value is null while the referenced asset is in the trash. */
export const liveReferenceSql = (column: 'row.parent_id' | 'row.body_id' | 'assets.parent_id' | 'assets.body_id') =>
  sql`(select other.id from assets as other where other.id = ${sql.ref(column)} and other.deleted_at is null)`

export const ASSET_COLUMNS = assetColumnsSql('asset_tags', 'asset_applications')

export function toAsset(assetRow: AssetRow): Asset {
  const { triangles, vertices, textures, bytes, createdAt, updatedAt, updatedBy, ...row } = assetRow
  const present = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as typeof row
  return {
    ...present,
    stats: { triangles, vertices, textures, bytes },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(updatedBy && { updatedBy }),
  }
}

/** Reads an asset by id if the asset meets `allowed`, a condition on `assets`. Default: the asset is outside the trash. */
export async function readAsset(
  db: Kysely<Database>,
  id: string,
  allowed: RawBuilder<boolean> = IS_LIVE_SQL,
): Promise<Asset | undefined> {
  const { rows } = await sql<AssetRow>`
    select ${ASSET_COLUMNS} from (select * from assets where id = ${id} and ${allowed}) as row`.execute(db)
  return rows[0] && toAsset(rows[0])
}

/**
 * Returns the asset as the caller is allowed to read it. Names, email addresses and lock reasons are for team members; the
 * layered source is for callers who are allowed to edit this asset.
 */
export function redactAssetFor({ ability }: Pick<Caller, 'ability'>, asset: Asset): Asset {
  const { psdUrl, ...plain } = asset
  const visible = canEdit({ ability }, asset) ? asset : plain
  if (ability.can('update', 'Asset')) return visible
  const { lockReason: _, updatedBy, ...rest } = visible
  return { ...rest, ...(updatedBy && { updatedBy: { id: updatedBy.id } }) }
}

export const canEdit = ({ ability }: Pick<Caller, 'ability'>, asset: Asset): boolean =>
  ability.can('update', subject('Asset', { ...asset }))
