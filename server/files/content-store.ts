import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FILE_ENDINGS, type FileType, fileAddress, sniffType } from '../../src/api/contract/files.ts'

/** A file of the store. `bytes` is its length. */
export interface StoredContent {
  sha256: string
  type: FileType
  bytes: number
}

const TYPES = Object.fromEntries(Object.entries(FILE_ENDINGS).map(([type, ending]) => [ending, type]))
const NAME = /^([0-9a-f]{64})\.(glb|png|jpg|webp|psd)$/

/**
 * Keeps files under the SHA-256 of their content, so that one is never changed and never there by halves: it appears by
 * being renamed into its place when it is whole and on the disk.
 */
export class ContentStore {
  constructor(readonly folder: string) {}

  /** Where the content with an address such as `/files/<sha256>.glb` lies, whether or not it is there. */
  pathOf(address: string): string {
    const name = address.slice(address.lastIndexOf('/') + 1)
    if (!NAME.test(name)) throw new Error('This is not the address of a stored file.')
    return join(this.folder, name.slice(0, 2), name)
  }

  /** The file of a name such as `<sha256>.glb`, or undefined where there is none. */
  async find(name: string): Promise<(StoredContent & { path: string }) | undefined> {
    const [, sha256, ending] = NAME.exec(name) ?? []
    if (!sha256 || !ending) return undefined
    const path = this.pathOf(name)
    const found = await stat(path).catch(() => undefined)
    return found?.isFile() ? { path, sha256, type: TYPES[ending] as FileType, bytes: found.size } : undefined
  }

  /** Takes a whole file in from elsewhere on the same disk. */
  async adopt(path: string, { sha256, type }: StoredContent): Promise<void> {
    const place = this.pathOf(fileAddress(sha256, type))
    await mkdir(dirname(place), { recursive: true })
    const file = await open(path, 'r+')
    await file.sync().finally(() => file.close())
    await rename(path, place)
    await syncFolder(dirname(place))
  }

  /** Stores bytes whose type is told by their content. Throws for what is no file of ours. */
  async put(bytes: Uint8Array): Promise<StoredContent> {
    const type = sniffType(bytes)
    if (!type) throw new Error('These bytes are no file of a known type.')
    const content = { sha256: createHash('sha256').update(bytes).digest('hex'), type, bytes: bytes.length }
    const place = this.pathOf(fileAddress(content.sha256, type))
    if (await stat(place).catch(() => undefined)) return content
    await mkdir(dirname(place), { recursive: true })
    const part = `${place}.${randomUUID()}`
    try {
      await writeFile(part, bytes, { flush: true })
      await rename(part, place)
      await syncFolder(dirname(place))
    } catch (fault) {
      await unlink(part).catch(() => {})
      throw fault
    }
    return content
  }
}

/** A rename is on the disk only once its folder is. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
