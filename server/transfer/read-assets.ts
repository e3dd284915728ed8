import { type Kysely, sql } from 'kysely'
import type { ExportedAsset } from '../../src/api/contract/manifest.ts'
import { liveId } from '../assets/read.ts'
import type { Database } from '../db/schema.ts'

/** How many assets are read at a time: calls that come meanwhile wait no longer than that takes. */
const READ_AT_ONCE = 200

/** An asset as an archive is made from it: its files are still addresses. */
export interface AssetToExport extends Omit<ExportedAsset, 'files'> {
  modelUrl: string
  iconUrl: string | null
  textureUrl: string | null
  psdUrl: string | null
}

type Row = Omit<AssetToExport, 'createdAt' | 'updatedAt' | 'parentId' | 'bodyId'> & {
  parentId: string | null
  bodyId: string | null
  createdAt: Date
  updatedAt: Date
  triangles: number
  vertices: number
  textures: number
  bytes: number
}

/**
 * The ids of an application's assets in their order. Read in one statement: whoever pages through an order that others
 * change meanwhile sees one asset twice and another not at all.
 */
export async function assetIdsOf(db: Kysely<Database>, applicationId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('asset_applications')
    .select('asset_id')
    .where('application_id', '=', applicationId)
    .orderBy('position')
    .orderBy('asset_id')
    .limit(most)
    .execute()
  return rows.map(({ asset_id }) => asset_id)
}

/** The assets of these ids in this order, a few at a time; those that are gone or left the application are left out. */
export async function* readAssets(
  db: Kysely<Database>,
  applicationId: string,
  ids: readonly string[],
): AsyncIterable<AssetToExport[]> {
  let position = 0
  for (let i = 0; i < ids.length; i += READ_AT_ONCE) {
    const some = ids.slice(i, i + READ_AT_ONCE)
    const rows = await readSome(db, applicationId, some)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const found = some.flatMap((id) => byId.get(id) ?? [])
    // Counted anew: what is left out leaves no gap.
    yield found.map((row) => toExport(row, ++position))
  }
}

async function readSome(db: Kysely<Database>, applicationId: string, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select assets.id, name, type, gender, locked, default_authorized as "defaultAuthorized",
      link.is_visible as "isVisible", ${liveId('assets.parent_id')} as "parentId", ${liveId('assets.body_id')} as "bodyId",
      triangles, vertices, textures, bytes, icon_rendered as "iconRendered",
      model_url as "modelUrl", icon_url as "iconUrl", texture_url as "textureUrl", psd_url as "psdUrl",
      created_at as "createdAt", updated_at as "updatedAt",
      (select coalesce(jsonb_agg(tags.name order by tags.name_key), '[]')
        from asset_tags join tags on tags.id = tag_id where asset_id = assets.id) as tags
    from assets join asset_applications as link on link.asset_id = assets.id and application_id = ${applicationId}
    where assets.id in (${sql.join(ids)})`.execute(db)
  return rows
}

function toExport(row: Row, position: number): AssetToExport {
  const { parentId, bodyId, triangles, vertices, textures, bytes, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    position,
    ...(parentId === null ? {} : { parentId }),
    ...(bodyId === null ? {} : { bodyId }),
    stats: { triangles, vertices, textures, bytes },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
