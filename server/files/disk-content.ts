import { randomUUID } from 'node:crypto'
import {
  access,
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import {
  type ContentStore,
  formatContentName,
  type ListedContent,
  parseContentName,
  type StoredContent,
} from './content-store.ts'
import { type DiskFolders, ignoreAbsentPath } from './disk-folders.ts'
import { createFileReader } from './file-reader.ts'
import { formatStoreMark, parseStoreMark, STORE_MARK_NAME, type StoreMark } from './store-mark.ts'

/** Age at which a partial file left by a crash is removed. */
const LEFTOVER_AGE_MS = 86_400_000

const PARTS_FOLDER = '.parts'

/** Names of the store's folders. Other folders, such as `lost+found`, are ignored. */
const FOLDER_PATTERN = /^([0-9a-f]{2}|\.parts)$/

/** Stores files in a folder. A file is written and synced in {@link PARTS_FOLDER} first, then renamed into place. */
export class DiskContent implements ContentStore {
  /** Resolved path of the folder, because the configured path may be a symbolic link. */
  #root: string | undefined

  constructor(private readonly folders: DiskFolders) {}

  get folder(): string {
    return this.folders.files
  }

  /** Returns the path for an address, whether or not the file exists. */
  pathOf(address: string): string {
    const parsed = parseContentName(address)
    if (!parsed) throw new Error('This is not the address of a stored file.')
    return join(this.folder, parsed.name.slice(0, 2), parsed.name)
  }

  async find(name: string): Promise<StoredContent | undefined> {
    const found = await this.#describe(name)
    return found && { sha256: found.sha256, type: found.type, bytes: found.bytes }
  }

  /** Opens the file before returning, so that an error rejects the call instead of the stream. */
  async stream(content: StoredContent, start: number, end: number) {
    const file = await this.folders.run(() => open(this.pathOf(formatContentName(content)), 'r'))
    return file.createReadStream({ start, end })
  }

  reader(content: StoredContent) {
    const read = createFileReader(this.pathOf(formatContentName(content)))
    return (offset: number, length: number) => this.folders.run(() => read(offset, length))
  }

  async withLocalCopy<T>(address: string, work: (path: string) => Promise<T>): Promise<T> {
    const path = this.pathOf(address)
    // Checked first, because the work may hide why it could not read the file.
    await this.folders.run(() => access(path, constants.R_OK)).catch(ignoreAbsentPath)
    return work(path)
  }

  /** Moves a complete file into place. Can be repeated after a crash. Returns false if the file was lost. */
  adopt(path: string, content: StoredContent): Promise<boolean> {
    return this.folders.run(() => this.#adopt(path, content))
  }

  async #adopt(path: string, content: StoredContent): Promise<boolean> {
    const filePath = this.pathOf(formatContentName(content))
    const file = await open(path, 'r+').catch(ignoreMissingFile)
    if (!file) return this.#hasSize(filePath, content.bytes)
    await file.sync().finally(() => file.close())
    await mkdir(dirname(filePath), { recursive: true })
    try {
      // Renamed, not hard-linked, so that the file has exactly one path at any time.
      await rename(path, filePath)
      await syncFolder(dirname(filePath))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      await this.#writeAtomically(filePath, (part) => copyFile(path, part))
      await unlink(path)
    }
    return true
  }

  async put(content: StoredContent, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(formatContentName(content))
    await this.folders.run(async () => {
      if (!(await this.#hasSize(path, bytes.length)))
        await this.#writeAtomically(path, (part) => writeFile(part, bytes))
    })
  }

  async readMark(): Promise<StoreMark | undefined> {
    return this.folders.run(async () => {
      const text = await readFile(join(this.folder, STORE_MARK_NAME), 'utf8').catch(ignoreAbsentPath)
      // The server never deletes a mark. If a mark that existed is missing, the folder is not mounted.
      if (text === undefined) return void (await this.folders.assertMounted())
      this.folders.isMarked = true
      return parseStoreMark(text)
    })
  }

  expectMark(): void {
    this.folders.isMarked = true
  }

  async writeMark(mark: StoreMark): Promise<void> {
    await this.folders.run(() =>
      this.#writeAtomically(join(this.folder, STORE_MARK_NAME), (part) => writeFile(part, formatStoreMark(mark))),
    )
    this.folders.isMarked = true
  }

  async removeLeftovers(): Promise<void> {
    await rm(join(this.folder, PARTS_FOLDER), { recursive: true, force: true })
  }

  async remove(content: StoredContent): Promise<void> {
    await this.folders.run(() => unlink(this.pathOf(formatContentName(content))).catch(ignoreMissingFile))
  }

  async check(): Promise<void> {
    await this.folders.run(() => access(this.folder, constants.R_OK | constants.W_OK | constants.X_OK))
    await this.folders.assertMounted()
  }

  async *list(): AsyncIterable<ListedContent> {
    const list = (path: string) => this.folders.run(() => readdir(path))
    for (const folder of (await list(this.folder)).filter((name) => FOLDER_PATTERN.test(name))) {
      for (const name of (await list(join(this.folder, folder)).catch(ignoreAbsentPath)) ?? []) {
        const content = await this.#describe(name)
        if (content) yield content
        // A file of the store may have moved behind a symbolic link while the server runs. Such a file is no leftover.
        else if (!parseContentName(name)) await this.#removeLeftover(join(this.folder, folder, name))
      }
    }
  }

  async #describe(name: string): Promise<ListedContent | undefined> {
    const parsed = parseContentName(name)
    if (!parsed) return undefined
    return this.folders.run(async () => {
      const found = (await this.#isAtOwnPath(name)) ? await stat(this.pathOf(name)).catch(ignoreAbsentPath) : undefined
      if (!found) await this.folders.assertMounted()
      if (!found?.isFile()) return undefined
      return { sha256: parsed.sha256, type: parsed.type, bytes: found.size, storedAt: found.mtime }
    })
  }

  /** Returns whether a name leads to its own file, not through a symbolic link to another file. */
  async #isAtOwnPath(name: string): Promise<boolean> {
    const real = await realpath(this.pathOf(name)).catch(ignoreAbsentPath)
    // Cached only after a successful lookup, because the folder may be unmounted temporarily.
    this.#root ??= real && (await realpath(this.folder))
    return real !== undefined && real === join(this.#root ?? '', relative(this.folder, this.pathOf(name)))
  }

  async #hasSize(path: string, bytes: number): Promise<boolean> {
    return (await stat(path).catch(ignoreAbsentPath))?.size === bytes
  }

  async #writeAtomically(path: string, write: (part: string) => Promise<void>): Promise<void> {
    const part = join(this.folder, PARTS_FOLDER, randomUUID())
    await mkdir(dirname(part), { recursive: true })
    await mkdir(dirname(path), { recursive: true })
    try {
      await write(part)
      const file = await open(part, 'r+')
      await file.sync().finally(() => file.close())
      await rename(part, path)
      // A rename is durable only after the folder is synced.
      await syncFolder(dirname(path))
    } catch (error) {
      await unlink(part).catch(() => {})
      throw error
    }
  }

  async #removeLeftover(path: string): Promise<void> {
    const leftover = await stat(path).catch(() => undefined)
    if (leftover?.isFile() && leftover.mtimeMs < Date.now() - LEFTOVER_AGE_MS) await unlink(path).catch(() => {})
  }
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

export function ignoreMissingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
