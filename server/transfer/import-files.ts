import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ModelStats } from '../../src/api/contract/assets.ts'
import type { ErrorCode } from '../../src/api/contract/errors.ts'
import { fileUrl, type UploadKind } from '../../src/api/contract/files.ts'
import type { ExportedFile, ExportedFileKind } from '../../src/api/contract/manifest.ts'
import type { Deps } from '../boot/deps.ts'
import { HttpError } from '../errors/http-error.ts'
import { checkUploadedFile } from '../files/check-upload.ts'
import { computeFileChecksums, type FileChecksums } from '../files/file-checksums.ts'
import type { FileService } from '../files/file-service.ts'
import type { InspectModel } from '../files/inspect-model.ts'
import { readModelStats } from '../files/model-stats.ts'
import { checkFileType, type UploadKinds } from '../files/upload-rules.ts'
import { readFirstBytes } from '../files/upload-store.ts'
import { ArchiveTooLargeError, type OpenArchive } from './open-archive.ts'

/** File of an archive that passed every check of an upload. `stats` is set for a model. */
export interface ImportedFile {
  url: string
  stats?: ModelStats
}

/** Stores a file of an archive, or only checks it (`dryRun`). Throws the errors of an upload, and `FILE_UNKNOWN`. */
export type ImportFile = (kind: ExportedFileKind, file: ExportedFile) => Promise<ImportedFile>

const KINDS: Record<ExportedFileKind, UploadKind> = { model: 'glb', icon: 'icon', texture: 'texture', psd: 'psd' }

/** Runs work with a function that imports files of an archive. Each entry is unpacked once, however many rows refer to it. */
export async function withArchiveFiles<T>(
  { files }: Pick<Deps, 'files'>,
  archive: OpenArchive,
  importOwner: ImportOwner,
  work: (importFile: ImportFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-import-'))
  const entries = new Map<string, EntryFacts | HttpError>()
  const verdicts = new Map<string, ImportedFile | HttpError>()
  const importFile: ImportFile = async (kind, file) => {
    const name = checkEntryName(archive, files.kinds, kind, file)
    const knownFile = unwrapRemembered(entries.get(name))
    if (knownFile) compareClaims(knownFile, files.kinds, kind, { ...file, path: name })
    const key = `${kind} ${name}`
    const verdict = unwrapRemembered(verdicts.get(key))
    if (verdict) return verdict
    // The name in the archive is untrusted, so it is not used for the file.
    const path = join(folder, randomUUID())
    try {
      const facts = await memoize(entries, name, () => unpackEntry(archive, { name, path, importOwner }))
      if (!knownFile) compareClaims(facts, files.kinds, kind, { ...file, path: name })
      return await memoize(verdicts, key, () => storeEntry(files, facts, { kind, path, importOwner }))
    } finally {
      await rm(path, { force: true })
    }
  }
  try {
    return await work(importFile)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Owner whose quota the files count towards. With `dryRun`, files are only checked. */
interface ImportOwner {
  ownerId: string
  dryRun: boolean
}

/** Actual content of an entry. The content may differ from the claims of the manifest's rows. */
interface EntryFacts {
  head: Buffer
  sums: FileChecksums
}

/** Codes of permanent errors of a file. */
const FILE_ERROR_CODES: readonly ErrorCode[] = [
  'WRONG_FILE_TYPE',
  'FILE_TOO_LARGE',
  'MODEL_INVALID',
  'IMAGE_INVALID',
  'ARCHIVE_INVALID',
]

function unwrapRemembered<T>(remembered: T | HttpError | undefined): T | undefined {
  if (remembered instanceof HttpError) throw remembered
  return remembered
}

async function memoize<T>(all: Map<string, T | HttpError>, key: string, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    all.set(key, result)
    return result
  } catch (error) {
    const isPermanent =
      error instanceof HttpError && !(error instanceof ArchiveTooLargeError) && FILE_ERROR_CODES.includes(error.code)
    if (isPermanent) all.set(key, error)
    throw error
  }
}

/**
 * Returns the name of the entry that a row refers to, after all checks that need no unpacking. Throws `FILE_UNKNOWN`,
 * `FILE_TOO_LARGE` and `CHECKSUM_MISMATCH`.
 */
function checkEntryName(
  archive: OpenArchive,
  kinds: UploadKinds,
  kind: ExportedFileKind,
  { path, bytes }: ExportedFile,
): string {
  if (path === undefined) throw new HttpError('FILE_UNKNOWN', `The ${kind} was lost before it was exported.`)
  const actual = archive.bytesOf(path)
  if (actual === undefined) throw new HttpError('FILE_UNKNOWN', `The archive lacks ${path}.`)
  if (actual !== bytes) throw checksumMismatchError(path)
  const { maxBytes } = kinds[KINDS[kind]]
  if (actual > maxBytes) throw new HttpError('FILE_TOO_LARGE', `${path} is larger than ${maxBytes} bytes.`)
  return path
}

/** Compares the claims of a row with the content of its entry. Throws `WRONG_FILE_TYPE` and `CHECKSUM_MISMATCH`. */
function compareClaims(
  { head, sums }: EntryFacts,
  kinds: UploadKinds,
  kind: ExportedFileKind,
  { path, sha256, type }: ExportedFile & { path: string },
): void {
  const actual = checkFileType(kinds, KINDS[kind], head)
  if (actual !== type || sums.sha256 !== sha256) throw checksumMismatchError(path)
}

async function unpackEntry(
  archive: OpenArchive,
  { name, path, importOwner: { ownerId } }: { name: string; path: string; importOwner: ImportOwner },
): Promise<EntryFacts> {
  const bytes = archive.bytesOf(name)!
  await archive.extract(name, path, bytes)
  return { head: await readFirstBytes(path), sums: await computeFileChecksums(path, bytes, ownerId) }
}

async function storeEntry(
  files: FileService,
  { sums }: EntryFacts,
  { kind, path, importOwner: { ownerId, dryRun } }: { kind: ExportedFileKind; path: string; importOwner: ImportOwner },
): Promise<ImportedFile> {
  const inspect = inspectOnce(files.inspect)
  const facts = { kind: KINDS[kind], owner: ownerId }
  const stored = await checkUploadedFile(path, facts, files.kinds, inspect, sums)
  const stats = kind === 'model' ? await readModelStats(path, (it) => inspect(it, ownerId)) : undefined
  const url = dryRun ? fileUrl(stored.sha256, stored.type) : await files.storeBytes(await readFile(path), ownerId)
  return { url, ...(stats ? { stats } : {}) }
}

const checksumMismatchError = (name: string) =>
  new HttpError('CHECKSUM_MISMATCH', `${name} does not match its checksum in the manifest.`)

function inspectOnce(inspect: InspectModel): InspectModel {
  let verdict: ReturnType<InspectModel> | undefined
  return (path, owner) => {
    verdict ??= inspect(path, owner)
    return verdict
  }
}
