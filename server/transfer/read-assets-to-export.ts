import { type Kysely, sql } from 'kysely'
import type { ExportedAsset } from '../../src/api/contract/manifest.ts'
import { liveReferenceSql } from '../assets/read.ts'
import type { Database } from '../db/schema.ts'

const READ_BATCH = 200

const IDS_BATCH = 2_000

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
 * Returns the ids of an application's assets in order, from one snapshot. Without the snapshot, a concurrent change of the order
 * could repeat or skip assets. Reads in batches, because one query for all ids would block the embedded database.
 */
export function readApplicationAssetIds(db: Kysely<Database>, applicationId: string, max: number): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const ids: string[] = []
      let after = { position: 0, asset_id: '' }
      while (ids.length < max) {
        const rows = await trx
          .selectFrom('asset_applications')
          .select(['position', 'asset_id'])
          .where('application_id', '=', applicationId)
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('position', 'asset_id'), '>', tuple(after.position, after.asset_id)),
          )
          .orderBy('position')
          .orderBy('asset_id')
          .limit(Math.min(IDS_BATCH, max - ids.length))
          .execute()
        for (const { asset_id } of rows) ids.push(asset_id)
        if (rows.length < IDS_BATCH) break
        after = rows.at(-1)!
      }
      return ids
    })
}

/** Yields the assets with these ids in this order. Skips assets that were removed from the application or deleted. */
export async function* readAssetsToExport(
  db: Kysely<Database>,
  applicationId: string,
  ids: readonly string[],
): AsyncIterable<AssetToExport[]> {
  let position = 0
  for (let i = 0; i < ids.length; i += READ_BATCH) {
    const batch = ids.slice(i, i + READ_BATCH)
    const rows = await readSome(db, applicationId, batch)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const found = batch.flatMap((id) => byId.get(id) ?? [])
    // Recounts positions, so that skipped assets leave no gap.
    yield found.map((row) => toExport(row, ++position))
  }
}

async function readSome(db: Kysely<Database>, applicationId: string, ids: readonly string[]): Promise<Row[]> {
  // The subquery with a limit reads one link per id. A plain join reads all links of the application on tables without statistics.
  const { rows } = await sql<Row>`
    select assets.id, name, type, gender, locked, default_authorized as "defaultAuthorized",
      link.is_visible as "isVisible", ${liveReferenceSql('assets.parent_id')} as "parentId", ${liveReferenceSql('assets.body_id')} as "bodyId",
      triangles, vertices, textures, bytes, icon_rendered as "iconRendered",
      model_url as "modelUrl", icon_url as "iconUrl", texture_url as "textureUrl", psd_url as "psdUrl",
      created_at as "createdAt", updated_at as "updatedAt",
      (select coalesce(jsonb_agg(tags.name order by tags.name_key), '[]')
        from asset_tags join tags on tags.id = tag_id where asset_id = assets.id) as tags
    from assets
    cross join lateral (select is_visible from asset_applications
      where asset_id = assets.id and application_id = ${applicationId} limit 1) as link
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
