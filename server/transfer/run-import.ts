import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { readImportCaller } from './import-caller.ts'
import { type ImportFile, withArchiveFiles } from './import-files.ts'
import { type ImportState, importRow, recordRejectedRow } from './import-row.ts'
import { type Manifest, type ManifestRow, readManifest } from './manifest.ts'
import { invalidArchiveError, type OpenArchive, openArchive } from './open-archive.ts'
import { FATAL_ERROR_CODES, prepareImport } from './prepare-import.ts'
import { collectForwardReferences, resolveForwardReferences } from './resolve-forward-references.ts'

export interface ImportContext {
  progress(share: number, step?: string): void
  signal: AbortSignal
}

type RunImportDeps = Pick<Deps, 'db' | 'files' | 'now'>

/**
 * Number of consecutive refused assets after which an import ends. An archive made to keep the server busy has only such assets.
 */
export const MAX_CONSECUTIVE_REJECTIONS = 1_000

/**
 * Runs an import, or continues it: assets that an earlier attempt created or refused are skipped. Each asset is created with the
 * current permissions of the import's owner, limited to the scopes of the request.
 *
 * If the permissions are revoked, the remaining assets are refused, and another attempt can create them. Created assets are still
 * linked and locked, so that none stays incomplete. Throws `ARCHIVE_INVALID`, `FILE_UNKNOWN`, `FORBIDDEN`, `NOT_FOUND`,
 * `QUOTA_EXCEEDED`, and temporary errors.
 */
export async function runImport(deps: RunImportDeps, importId: string, context: ImportContext): Promise<void> {
  const { db, files } = deps
  const found = await db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst()
  if (!found) throw notFoundError('The import')
  const { archive_url: url, owner_id: ownerId, application_id: applicationId, dry_run: dryRun } = found
  if (url === null) {
    if (found.finished_at) return
    throw new HttpError(
      'FILE_UNKNOWN',
      'The archive is no longer on the server. Upload it again and start another import.',
    )
  }
  const readCaller = () => readImportCaller(deps, found)
  await files.content.withLocalCopy(url, async (path) => {
    const archive = await openArchive(path)
    try {
      const manifest = await readManifest(archive, context.signal)
      await db.updateTable('imports').set({ total: manifest.rows.length }).where('id', '=', importId).execute()
      const importing = await prepareImport(deps, { importId, applicationId, ownerId, dryRun, manifest })
      const end = await importRows(deps, importing, { archive, manifest, readCaller, context })
      if (end) throw end
    } finally {
      archive.close()
    }
  })
}

interface RowsRun {
  archive: OpenArchive
  manifest: Manifest
  /** Returns the import's owner with current permissions. Throws if the permissions were revoked. */
  readCaller: () => Promise<Caller>
  context: ImportContext
}

/**
 * Imports each row that no earlier attempt imported. Resolves forward references as soon as possible, so that a cancelled import
 * leaves as few unresolved references as possible. Returns the error that ended the import early, if any. The remaining rows are
 * stored as refused with that error; after {@link MAX_CONSECUTIVE_REJECTIONS} refusals, the remaining rows are not tried.
 */
async function importRows(
  deps: RunImportDeps,
  importing: ImportState,
  { archive, manifest: { rows }, readCaller, context }: RowsRun,
): Promise<HttpError | undefined> {
  let end: HttpError | undefined
  let [consecutiveRejections, isAborted] = [0, false]
  const waiting = await collectForwardReferences(importing)
  await withArchiveFiles(deps, archive, importing, async (importFile) => {
    for (const [i, row] of rows.entries()) {
      context.signal.throwIfAborted()
      const place = i + 1
      if (!isAborted && !importing.done.has(place)) {
        end ??= await importNextRow(deps, importing, importFile, place, row, readCaller)
        if (end) await recordRejectedRow(deps, importing, place, row.name, end.message, end.code)
      }
      consecutiveRejections = importing.refused.has(place) ? consecutiveRejections + 1 : 0
      if (!end && consecutiveRejections === MAX_CONSECUTIVE_REJECTIONS && place < rows.length) {
        end = tooManyRejected(rows.length - place)
        isAborted = true
      }
      // Also links rows that an earlier attempt finished, because that attempt may have stopped before linking.
      if (!importing.dryRun) await resolveForwardReferences(deps, importing, waiting.get(place) ?? [], context.signal)
      context.progress(place / rows.length, `${place}/${rows.length}`)
    }
  })
  return end
}

const tooManyRejected = (remaining: number) =>
  invalidArchiveError(
    `The import ended because ${MAX_CONSECUTIVE_REJECTIONS} assets in a row were refused. ${remaining} ${remaining === 1 ? 'asset was' : 'assets were'} not tried.`,
  )

/** Imports one row. Returns an error only if that error ends the import. */
async function importNextRow(
  deps: RunImportDeps,
  importing: ImportState,
  importFile: ImportFile,
  place: number,
  row: ManifestRow,
  readCaller: () => Promise<Caller>,
): Promise<HttpError | undefined> {
  try {
    const caller = await readCaller()
    if (row.asset) await importRow(deps, { ...importing, caller }, importFile, place, row.asset)
    else await recordRejectedRow(deps, importing, place, row.name, row.fault!)
    return undefined
  } catch (error) {
    if (!(error instanceof HttpError) || !FATAL_ERROR_CODES.includes(error.code)) throw error
    return error
  }
}
