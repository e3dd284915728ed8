import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ModelStats } from '../../src/api/contract/assets.ts'
import { fileAddress, type UploadKind } from '../../src/api/contract/files.ts'
import type { ExportedFile, ExportedKind } from '../../src/api/contract/manifest.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { checkArrived } from '../files/check-arrived.ts'
import type { InspectModel } from '../files/inspect.ts'
import { readModelStats } from '../files/model-stats.ts'
import type { OpenArchive } from './open-archive.ts'

/** A file of an archive that passed every check of an upload: its address, and of a model what it holds. */
export interface ImportedFile {
  url: string
  stats?: ModelStats
}

/** Brings a file of an archive into the store, or only checks it. Throws as an upload of it does, and `FILE_UNKNOWN`. */
export type ImportFile = (kind: ExportedKind, file: ExportedFile) => Promise<ImportedFile>

const KINDS: Record<ExportedKind, UploadKind> = { model: 'glb', icon: 'icon', texture: 'texture', psd: 'psd' }

/** Works with a way to import the files of an archive, each once however many assets have it. */
export async function withFilesOf<T>(
  deps: Pick<Deps, 'files'>,
  archive: OpenArchive,
  { ownerId, dryRun }: { ownerId: string; dryRun: boolean },
  work: (importFile: ImportFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-import-'))
  const known = new Map<string, ImportedFile>()
  const importFile: ImportFile = async (kind, file) => {
    const key = `${kind} ${file.sha256} ${file.path}`
    const earlier = known.get(key)
    if (earlier) return earlier
    // Never the name that the archive gives: that may be any.
    const path = join(folder, randomUUID())
    try {
      const found = await bring(deps, archive, { kind, file, path, ownerId, dryRun })
      known.set(key, found)
      return found
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

interface Bringing {
  kind: ExportedKind
  file: ExportedFile
  path: string
  ownerId: string
  dryRun: boolean
}

async function bring(
  { files }: Pick<Deps, 'files'>,
  archive: OpenArchive,
  { kind, file, path, ownerId, dryRun }: Bringing,
): Promise<ImportedFile> {
  const name = file.path
  if (name === undefined) throw new Refusal('FILE_UNKNOWN', `The ${kind} was lost before it was exported.`)
  const bytes = archive.bytesOf(name)
  if (bytes === undefined) throw new Refusal('FILE_UNKNOWN', `The archive lacks ${name}.`)
  if (bytes !== file.bytes) throw mismatch(name)
  const uploadKind = KINDS[kind]
  const { maxBytes } = files.kinds[uploadKind]
  if (bytes > maxBytes) throw new Refusal('FILE_TOO_LARGE', `${name} is larger than ${maxBytes} bytes.`)
  await archive.extract(name, path, maxBytes)
  const inspect = once(files.inspect)
  const facts = { kind: uploadKind, owner: ownerId, sha256: file.sha256 }
  const stored = await checkArrived(path, facts, files.kinds, inspect)
  if (stored.type !== file.type) throw mismatch(name)
  const stats = kind === 'model' ? await readModelStats(path, (it) => inspect(it, ownerId)) : undefined
  const url = dryRun ? fileAddress(stored.sha256, stored.type) : await files.keep(await readFile(path), ownerId)
  return { url, ...(stats ? { stats } : {}) }
}

const mismatch = (name: string) =>
  new Refusal('CHECKSUM_MISMATCH', `${name} does not match its checksum in the manifest.`)

/** Looks at a model once, whoever asks. */
function once(inspect: InspectModel): InspectModel {
  let verdict: ReturnType<InspectModel> | undefined
  return (path, owner) => {
    verdict ??= inspect(path, owner)
    return verdict
  }
}
