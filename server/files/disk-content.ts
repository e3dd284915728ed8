import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type ContentStore, nameOf, parseName, type StoredContent } from './content-store.ts'
import { readerOf } from './file-reader.ts'

/** A part of a file that was left when the server fell is swept away after so long, in milliseconds. */
const LEFT_MS = 86_400_000

/** The folder of files that are being written, beside those of whole ones. */
const PARTS = '.parts'

/** Keeps files in a folder: one appears by being renamed into its place when it is whole and on the disk. */
export class DiskContent implements ContentStore {
  /** The folder itself may be a link. */
  #root: string | undefined

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
    const found = (await this.#isItself(name)) ? await stat(this.pathOf(name)).catch(() => undefined) : undefined
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

  /**
   * Moves a whole file that lies elsewhere into its place; done again after a fall it does what is left to do. Answers
   * whether the content is there now: false where the file was lost.
   */
  async adopt(path: string, content: StoredContent): Promise<boolean> {
    const place = this.pathOf(nameOf(content))
    const file = await open(path, 'r+').catch(unlessMissing)
    if (!file) return this.#isThere(place, content.bytes)
    await file.sync().finally(() => file.close())
    await mkdir(dirname(place), { recursive: true })
    try {
      // Not linked first: so the bytes stand on the disk once, whatever happens in between.
      await rename(path, place)
      await syncFolder(dirname(place))
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'EXDEV') throw fault
      await this.#place(place, (part) => copyFile(path, part))
      await unlink(path)
    }
    return true
  }

  async put(content: StoredContent, bytes: Uint8Array): Promise<void> {
    const place = this.pathOf(nameOf(content))
    if (!(await this.#isThere(place, bytes.length))) await this.#place(place, (part) => writeFile(part, bytes))
  }

  /** Removes what was being written when the server fell. */
  async clear(): Promise<void> {
    await rm(join(this.folder, PARTS), { recursive: true, force: true })
  }

  async remove(content: StoredContent): Promise<void> {
    await unlink(this.pathOf(nameOf(content))).catch(unlessMissing)
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

  /** Whether a file lies in its own place: a link could lead to any other. */
  async #isItself(name: string): Promise<boolean> {
    const real = await realpath(this.pathOf(name)).catch(() => undefined)
    // Kept only once it is known: the folder may be away for a while.
    this.#root ??= real && (await realpath(this.folder))
    return real !== undefined && real === join(this.#root ?? '', relative(this.folder, this.pathOf(name)))
  }

  async #isThere(place: string, bytes: number): Promise<boolean> {
    return (await stat(place).catch(() => undefined))?.size === bytes
  }

  async #place(place: string, write: (part: string) => Promise<void>): Promise<void> {
    const part = join(this.folder, PARTS, randomUUID())
    await mkdir(dirname(part), { recursive: true })
    await mkdir(dirname(place), { recursive: true })
    try {
      await write(part)
      const file = await open(part, 'r+')
      await file.sync().finally(() => file.close())
      await rename(part, place)
      // A rename is on the disk only once its folder is.
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

/** Lets the fault through that something is not there. */
export function unlessMissing(fault: NodeJS.ErrnoException): undefined {
  if (fault.code !== 'ENOENT') throw fault
}
