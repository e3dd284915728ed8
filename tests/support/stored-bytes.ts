import type { Dirent } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What lies in a data folder's `files` and `uploads`, in bytes. Names of one and the same file count once. */
export interface StoredBytes {
  /** Everything but the descriptions of uploads under way. */
  bytes: number
  /** The descriptions, and how many there are. */
  descriptionBytes: number
  descriptions: number
  /** Names of whole files, `<sha256>.<ending>`. */
  names: Set<string>
}

/** Measures a data folder. */
export async function storedIn(folder: string): Promise<StoredBytes> {
  const stored: StoredBytes = { bytes: 0, descriptionBytes: 0, descriptions: 0, names: new Set() }
  const seen = new Set<number>()
  for (const entry of [...(await listed(join(folder, 'files'))), ...(await listed(join(folder, 'uploads')))]) {
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
    if (!found?.isFile() || seen.has(found.ino)) continue
    seen.add(found.ino)
    if (entry.name.endsWith('.json')) {
      stored.descriptions += 1
      stored.descriptionBytes += found.size
      continue
    }
    stored.bytes += found.size
    if (/^[0-9a-f]{64}\.\w+$/.test(entry.name)) stored.names.add(entry.name)
  }
  return stored
}

const listed = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])

/** Empties a data folder's `files` and `uploads`, as the tables of its server are emptied between tests. */
export async function emptyStored(folder: string): Promise<void> {
  for (const name of ['files', 'uploads']) {
    await rm(join(folder, name), { recursive: true, force: true })
    await mkdir(join(folder, name), { recursive: true })
  }
}
