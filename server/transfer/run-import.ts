import type { Caller } from '../call.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { beginImport, ENDS } from './begin-import.ts'
import { type ImportFile, withFilesOf } from './import-files.ts'
import { callerOfImport } from './import-rights.ts'
import { type Importing, importRow, noteRefused } from './import-row.ts'
import { linkWaiting, waitingOf } from './link-waiting.ts'
import { type Manifest, type ManifestRow, readManifest } from './manifest.ts'
import { type OpenArchive, openArchive } from './open-archive.ts'

/** What an import may be told and asked on its way. */
export interface ImportWatch {
  progress(share: number, step?: string): void
  signal: AbortSignal
}

type Needs = Pick<Deps, 'db' | 'files' | 'now'>

/**
 * Does an import, or what is left of it: assets that it made or refused before are passed over. Each is made by the rights that
 * the import's owner has then, cut down to the scopes it was asked for with. Where those end on the way, what was made is linked and
 * locked all the same, for half an asset is of use to nobody, and the rest is refused; another try makes that. Throws
 * `ARCHIVE_INVALID`, `FILE_UNKNOWN`, `FORBIDDEN`, `NOT_FOUND`, `QUOTA_EXCEEDED`, and what another try may mend.
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
  const allowed = () => callerOfImport(deps, found)
  await files.content.local(url, async (path) => {
    const archive = await openArchive(path)
    try {
      const manifest = await readManifest(archive, watch.signal)
      await db.updateTable('imports').set({ total: manifest.rows.length }).where('id', '=', importId).execute()
      const known = await beginImport(deps, { importId, applicationId, ownerId, dryRun, manifest })
      const end = await makeRows(deps, known, { archive, manifest, allowed, watch })
      if (end) throw end
    } finally {
      archive.close()
    }
  })
}

interface Making {
  archive: OpenArchive
  manifest: Manifest
  /** Whoever asked, with the rights of now; throws where those are gone. */
  allowed: () => Promise<Caller>
  watch: ImportWatch
}

/**
 * Comes to each row that was not come to yet, and links at once what waited for it: an import that is cancelled leaves nothing open
 * that it could close. Answers what ended it before the last; the rest is written down as refused by it.
 */
async function makeRows(
  deps: Needs,
  known: Importing,
  { archive, manifest: { rows }, allowed, watch }: Making,
): Promise<Refusal | undefined> {
  let end: Refusal | undefined
  const waiting = await waitingOf(known)
  await withFilesOf(deps, archive, known, async (importFile) => {
    for (const [i, row] of rows.entries()) {
      watch.signal.throwIfAborted()
      const place = i + 1
      if (!known.done.has(place)) {
        end ??= await makeRow(deps, known, importFile, place, row, allowed)
        if (end) await noteRefused(deps, known, place, row.name, end.message, end.code)
      }
      // Done before or not: a try that was stopped may have stopped in between.
      if (!known.dryRun) await linkWaiting(deps, known, waiting.get(place))
      watch.progress(place / rows.length, `${place}/${rows.length}`)
    }
  })
  return end
}

/** Answers what ends the import here. */
async function makeRow(
  deps: Needs,
  known: Importing,
  importFile: ImportFile,
  place: number,
  row: ManifestRow,
  allowed: () => Promise<Caller>,
): Promise<Refusal | undefined> {
  try {
    const caller = await allowed()
    if (row.asset) await importRow(deps, { ...known, caller }, importFile, place, row.asset)
    else await noteRefused(deps, known, place, row.name, row.fault!)
    return undefined
  } catch (fault) {
    if (!(fault instanceof Refusal) || !ENDS.includes(fault.code)) throw fault
    return fault
  }
}
