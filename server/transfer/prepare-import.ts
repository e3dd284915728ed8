import type { Kysely } from 'kysely'
import type { ErrorCode } from '../../src/api/contract/errors.ts'
import type { ExportedAsset } from '../../src/api/contract/manifest.ts'
import { addToList } from '../../src/machines/add-to-list.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { computeAssetIdentity } from './asset-identity.ts'
import type { ImportState } from './import-row.ts'
import type { Manifest } from './manifest.ts'
import { readApplicationAssetIds, readAssetsToExport } from './read-assets-to-export.ts'

/** Codes of errors that end an import, because all remaining assets would fail too. */
export const FATAL_ERROR_CODES: readonly ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND', 'QUOTA_EXCEEDED']

const ROWS_BATCH = 2_000

export async function prepareImport(
  { db }: Pick<Deps, 'db'>,
  input: Omit<ImportState, 'done' | 'refused' | 'present' | 'rowsByManifestId' | 'ids' | 'tags'> & {
    manifest: Manifest
  },
): Promise<ImportState> {
  const { manifest, ...rest } = input
  const { importId, applicationId } = rest
  // Assets refused because of a fatal error are tried again, because the cause of the error may be fixed.
  await db
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('outcome', '=', 'refused')
    .where('code', 'in', FATAL_ERROR_CODES)
    .execute()
  // Read before the finished rows. Otherwise, assets made by a concurrent worker would count as already present.
  const all = await readApplicationAssetIds(db, applicationId, Number.MAX_SAFE_INTEGER)
  const [done, refused] = [new Set<number>(), new Set<number>()]
  const places = new Map<string, { place: number; row: ExportedAsset }>()
  const ids = new Map<string, string>()
  for (let from = 0; from < manifest.rows.length; from += ROWS_BATCH) {
    const finished = await readFinishedRows(db, importId, from)
    for (const [i, { asset: row }] of manifest.rows.slice(from, from + ROWS_BATCH).entries()) {
      const place = from + i + 1
      const earlier = finished.get(place)
      if (earlier) done.add(place)
      if (earlier?.outcome === 'refused') refused.add(place)
      if (!row || places.has(row.id)) continue
      places.set(row.id, { place, row })
      if (earlier?.asset_id) ids.set(row.id, earlier.asset_id)
    }
  }
  const importedIds = new Set(ids.values())
  const present = new Map<string, string[]>()
  for await (const batch of readAssetsToExport(db, applicationId, all))
    for (const asset of batch.filter(({ id }) => !importedIds.has(id)))
      addToList(present, computeAssetIdentity(asset), asset.id)
  const tags = new Map(manifest.tags.map(({ name, color }) => [name, color]))
  return {
    ...rest,
    done,
    refused,
    rowsByManifestId: places,
    ids,
    present,
    tags,
  }
}

async function readFinishedRows(db: Kysely<Database>, importId: string, from: number) {
  const rows = await db
    .selectFrom('import_rows')
    .select(['place', 'outcome', 'asset_id'])
    .where('import_id', '=', importId)
    .where('place', '>', from)
    .where('place', '<=', from + ROWS_BATCH)
    .execute()
  return new Map(rows.map((row) => [row.place, row]))
}
