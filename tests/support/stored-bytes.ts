import type { Dirent } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { STORE_MARK_NAME } from '../../server/files/store-mark.ts'

/** Sizes of a data folder's `files` and `uploads`, in bytes. Hard links to one file count once. */
export interface StoredBytes {
  /** Size of all files except the store's mark file and the descriptions of pending uploads. */
  bytes: number
  /** Descriptions of pending uploads: total size and number. */
  descriptionBytes: number
  descriptions: number
  /** Names of complete files, `<sha256>.<extension>`. */
  names: Set<string>
}

export async function measureStoredBytes(folder: string): Promise<StoredBytes> {
  const stored: StoredBytes = { bytes: 0, descriptionBytes: 0, descriptions: 0, names: new Set() }
  const countedInodes = new Set<number>()
  for (const entry of [
    ...(await listEntries(join(folder, 'files'))),
    ...(await listEntries(join(folder, 'uploads'))),
  ]) {
    const stats = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
    if (!stats?.isFile() || countedInodes.has(stats.ino)) continue
    countedInodes.add(stats.ino)
    if (entry.name === STORE_MARK_NAME) continue
    if (entry.name.endsWith('.json')) {
      stored.descriptions += 1
      stored.descriptionBytes += stats.size
      continue
    }
    stored.bytes += stats.size
    if (/^[0-9a-f]{64}\.\w+$/.test(entry.name)) stored.names.add(entry.name)
  }
  return stored
}

const listEntries = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])

/**
 * Empties a data folder's `files` and `uploads` except for the store's mark file. `emptyTables` also keeps the same mark in the
 * database.
 */
export async function emptyStoredFiles(folder: string): Promise<void> {
  for (const name of ['files', 'uploads']) {
    await mkdir(join(folder, name), { recursive: true })
    for (const entry of await readdir(join(folder, name)))
      if (entry !== STORE_MARK_NAME) await rm(join(folder, name, entry), { recursive: true, force: true })
  }
}
