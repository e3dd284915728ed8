import type { ExportedAsset } from '../../src/api/contract/manifest.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { identityOfAsset } from './identity.ts'
import { withFilesOf } from './import-files.ts'
import { callerOfImport } from './import-rights.ts'
import { type Importing, importRow, noteRefused } from './import-row.ts'
import { linkLater } from './link-later.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { openArchive } from './open-archive.ts'
import { assetIdsOf, readAssets } from './read-assets.ts'

/** How much of the work is done once every row was come to; links follow. */
const ROWS_SHARE = 0.9

/** What an import may be told and asked on its way. */
export interface ImportWatch {
  progress(share: number, step?: string): void
  signal: AbortSignal
}

type Needs = Pick<Deps, 'db' | 'files' | 'now'>

/**
 * Does an import, or what is left of it: assets that it made or refused before are passed over. Each is made by the rights that
 * the import's owner has then, cut down to the scopes it was asked for with. Throws `ARCHIVE_INVALID`, `FILE_UNKNOWN`,
 * `FORBIDDEN`, `QUOTA_EXCEEDED`, and what another try may mend.
 */
export async function runImport(deps: Needs, importId: string, watch: ImportWatch): Promise<void> {
  const { db, files } = deps
  const found = await db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst()
  if (!found) throw notFound('The import')
  const { archive_url: url, owner_id: ownerId, application_id: applicationId, dry_run: dryRun } = found
  if (url === null) {
    if (found.finished_at) return
    throw new Refusal(
      'FILE_UNKNOWN',
      'The archive is no longer on the server. Upload it again and start another import.',
    )
  }
  const caller = await callerOfImport(deps, found)
  await files.content.local(url, async (path) => {
    const archive = await openArchive(path)
    try {
      const manifest = await readManifest(archive, watch.signal)
      const { rows } = manifest
      await db.updateTable('imports').set({ total: rows.length }).where('id', '=', importId).execute()
      const known = await begin(deps, { importId, applicationId, caller, dryRun, manifest })
      await withFilesOf(deps, archive, { ownerId, dryRun }, async (importFile) => {
        for (const [i, row] of rows.entries()) {
          watch.signal.throwIfAborted()
          if (!known.done.has(i + 1)) {
            known.caller = await callerOfImport(deps, found)
            await (row.asset
              ? importRow(deps, known, importFile, i + 1, row.asset)
              : noteRefused(deps, known, i + 1, row.name, row.fault!))
          }
          watch.progress((ROWS_SHARE * (i + 1)) / rows.length, `${i + 1}/${rows.length}`)
        }
      })
      if (!dryRun)
        await linkLater(deps, known, {
          signal: watch.signal,
          callerNow: () => callerOfImport(deps, found),
          progress: (share) => watch.progress(ROWS_SHARE + (1 - ROWS_SHARE) * share),
        })
    } finally {
      archive.close()
    }
  })
}

/** What is there when an import begins, or goes on. */
async function begin(
  { db }: Needs,
  given: Omit<Importing, 'done' | 'refused' | 'present' | 'places' | 'ids' | 'tags'> & {
    manifest: Manifest
  },
): Promise<Importing> {
  const { manifest, ...rest } = given
  const { importId, applicationId } = rest
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
    for (const asset of some.filter(({ id }) => !taken.has(id))) {
      const key = identityOfAsset(asset)
      present.set(key, [...(present.get(key) ?? []), asset.id])
    }
  const tags = new Map(manifest.tags.map(({ name, color }) => [name, color]))
  return { ...rest, done: new Set(assetOf.keys()), refused, places, ids, present, tags }
}
