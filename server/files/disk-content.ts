import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sniffType } from '../../src/api/contract/files.ts'
import { type ContentStore, nameOf, parseName, type StoredContent } from './content-store.ts'
import { readerOf } from './file-reader.ts'

/** A part of a file that was left when the server fell is swept away after so long, in milliseconds. */
const LEFT_MS = 86_400_000

/** Keeps files in a folder: one appears by being linked or renamed into its place when it is whole and on the disk. */
export class DiskContent implements ContentStore {
  constructor(readonly folder: string) {}

  /** Where the content with an address such as `/files/<sha256>.glb` lies, whether or not it is there. */
  pathOf(address: string): string {
    const parsed = parseName(address)
    if (!parsed) throw new Error('This is not the address of a stored file.')
    return join(this.folder, parsed.name.slice(0, 2), parsed.name)
  }

  async find(name: string): Promise<StoredContent | undefined> {
    const parsed = parseName(name)
    if (!parsed) return undefined
    const found = await stat(this.pathOf(name)).catch(() => undefined)
    return found?.isFile() ? { sha256: parsed.sha256, type: parsed.type, bytes: found.size } : undefined
  }

  async stream(content: StoredContent, start: number, end: number) {
    return createReadStream(this.pathOf(nameOf(content)), { start, end })
  }

  reader(content: StoredContent) {
    return readerOf(this.pathOf(nameOf(content)))
  }

  local<T>(address: string, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.pathOf(address))
  }

  /** Takes in a whole file that lies elsewhere on the same disk, and leaves that one where it is. */
  async adopt(path: string, content: StoredContent): Promise<void> {
    const place = this.pathOf(nameOf(content))
    if (await this.#isThere(place, content.bytes)) return
    const file = await open(path, 'r+')
    await file.sync().finally(() => file.close())
    await this.#place(place, async (part) => {
      // Not every disk knows links.
      await link(path, part).catch(() => copyFile(path, part))
    })
  }

  async put(bytes: Uint8Array): Promise<StoredContent> {
    const type = sniffType(bytes)
    if (!type) throw new Error('These bytes are no file of a known type.')
    const content = { sha256: createHash('sha256').update(bytes).digest('hex'), type, bytes: bytes.length }
    const place = this.pathOf(nameOf(content))
    if (!(await this.#isThere(place, bytes.length)))
      await this.#place(place, (part) => writeFile(part, bytes, { flush: true }))
    return content
  }

  async remove(content: StoredContent): Promise<void> {
    await unlink(this.pathOf(nameOf(content))).catch((fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'ENOENT') throw fault
    })
  }

  check(): Promise<void> {
    return access(this.folder, constants.R_OK | constants.W_OK | constants.X_OK)
  }

  async *all(): AsyncIterable<StoredContent> {
    for (const folder of await readdir(this.folder)) {
      for (const name of await readdir(join(this.folder, folder)).catch(() => [])) {
        const content = await this.find(name)
        if (content) yield content
        else await this.#removeLeft(join(this.folder, folder, name))
      }
    }
  }

  async #isThere(place: string, bytes: number): Promise<boolean> {
    return (await stat(place).catch(() => undefined))?.size === bytes
  }

  async #place(place: string, write: (part: string) => Promise<void>): Promise<void> {
    await mkdir(dirname(place), { recursive: true })
    const part = `${place}.${randomUUID()}`
    try {
      await write(part)
      await rename(part, place)
      // A link to the same file is not renamed away; and a rename is on the disk only once its folder is.
      await unlink(part).catch(() => {})
      await syncFolder(dirname(place))
    } catch (fault) {
      await unlink(part).catch(() => {})
      throw fault
    }
  }

  async #removeLeft(path: string): Promise<void> {
    const left = await stat(path).catch(() => undefined)
    if (left?.isFile() && left.mtimeMs < Date.now() - LEFT_MS) await unlink(path).catch(() => {})
  }
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
