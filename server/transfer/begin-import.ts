import type { ErrorCode } from '../../src/api/contract/errors.ts'
import type { ExportedAsset } from '../../src/api/contract/manifest.ts'
import { addToList } from '../../src/machines/rules/add-to-list.ts'
import type { Deps } from '../deps.ts'
import { identityOfAsset } from './identity.ts'
import type { Importing } from './import-row.ts'
import type { Manifest } from './manifest.ts'
import { assetIdsOf, readAssets } from './read-assets.ts'

/** What ends an import for good until somebody mends it: what is left could not be made either. */
export const ENDS: readonly ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND', 'QUOTA_EXCEEDED']

/** What is there when an import begins, or goes on. */
export async function beginImport(
  { db }: Pick<Deps, 'db'>,
  given: Omit<Importing, 'done' | 'refused' | 'present' | 'places' | 'ids' | 'tags'> & {
    manifest: Manifest
  },
): Promise<Importing> {
  const { manifest, ...rest } = given
  const { importId, applicationId } = rest
  // What ended the try before may be mended.
  await db
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('outcome', '=', 'refused')
    .where('code', 'in', ENDS)
    .execute()
  // Before what was noted: what another worker makes meanwhile is not taken for one that was there.
  const all = await assetIdsOf(db, applicationId, Number.MAX_SAFE_INTEGER)
  const done = await db
    .selectFrom('import_rows')
    .select(['place', 'outcome', 'asset_id'])
    .where('import_id', '=', importId)
    .execute()
  const assetOf = new Map(done.map(({ place, asset_id }) => [place, asset_id]))
  const refused = new Set(done.filter(({ outcome }) => outcome === 'refused').map(({ place }) => place))
  const places = new Map<string, { place: number; row: ExportedAsset }>()
  const ids = new Map<string, string>()
  for (const [i, { asset: row }] of manifest.rows.entries()) {
    if (!row || places.has(row.id)) continue
    places.set(row.id, { place: i + 1, row })
    const assetId = assetOf.get(i + 1)
    if (assetId) ids.set(row.id, assetId)
  }
  const taken = new Set(ids.values())
  const present = new Map<string, string[]>()
  for await (const some of readAssets(db, applicationId, all))
    for (const asset of some.filter(({ id }) => !taken.has(id))) addToList(present, identityOfAsset(asset), asset.id)
  const tags = new Map(manifest.tags.map(({ name, color }) => [name, color]))
  return { ...rest, done: new Set(assetOf.keys()), refused, places, ids, present, tags }
}
