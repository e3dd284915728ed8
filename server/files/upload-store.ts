import { open, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import type { DataStore, Upload } from '@tus/server'
import { SNIFFED_BYTES } from '../../src/api/contract/files.ts'
import { isStorageFull } from '../errors/database-errors.ts'
import { HttpError } from '../errors/http-error.ts'
import { ignoreMissingFile } from './disk-content.ts'
import type { DiskFolders } from './disk-folders.ts'

/** Age at which an unfinished upload is removed, in milliseconds. */
export const UNFINISHED_UPLOAD_MS = 86_400_000

/** Checks an upload's first bytes. Throws if the bytes do not match the upload's kind. */
export type CheckFirstBytes = (id: string, head: Uint8Array) => Promise<void>

export interface UploadDataStore extends DataStore {
  /** Returns and clears the reason why an upload's last write was refused. The streams only report that they ended. */
  takeError(id: string): HttpError | undefined
  /** Runs work on a local file with a complete upload. Rejects if the work rejects. */
  local<T>(id: string, work: (path: string) => Promise<T>): Promise<T>
  /** Removes all data of an upload, after its last write has ended. Rejects with tus's 404 if there is none. */
  remove(id: string): Promise<void>
  /** Lists complete and partial uploads. One upload may be listed twice. */
  list(): AsyncIterable<ListedUpload>
}

/** Stored bytes or metadata of an upload, with the time at which they were stored, by the store's own clock. */
export interface ListedUpload {
  id: string
  storedAt: Date
}

export class UploadErrors {
  readonly #byId = new Map<string, HttpError>()

  take(id: string): HttpError | undefined {
    const error = this.#byId.get(id)
    this.#byId.delete(id)
    return error
  }

  async remember<T>(id: string, check: () => Promise<T>): Promise<T> {
    try {
      return await check()
    } catch (error) {
      if (error instanceof HttpError) this.#byId.set(id, error)
      throw error
    }
  }
}

export class ActiveWrites {
  readonly #running = new Map<string, { source: Readable; finished: Promise<unknown> }>()
  readonly #ended = new WeakSet<Readable>()

  constructor(private readonly errors: UploadErrors) {}

  /** Runs one write of an upload. Rejects with `NOT_FOUND` if {@link end} ends the write. */
  async run(id: string, source: Readable, write: () => Promise<number>): Promise<number> {
    const writing = write()
    const finished = writing.catch(() => {})
    this.#running.set(id, { source, finished })
    try {
      return await writing
    } catch (error) {
      if (!this.#ended.has(source)) throw error
      return await this.errors.remember(id, () =>
        Promise.reject(new HttpError('NOT_FOUND', 'The upload was not found.')),
      )
    } finally {
      if (this.#running.get(id)?.source === source) this.#running.delete(id)
    }
  }

  async end(id: string): Promise<void> {
    const running = this.#running.get(id)
    if (!running) return
    this.#ended.add(running.source)
    running.source.destroy()
    await running.finished
  }
}

/** Names of an upload's files. Other files in the folder, such as `lost+found`, are not removed. */
const NAME = /^([\w-]{1,64})(\.json)?$/

export const uploadNotFoundError = () =>
  Object.assign(new Error('The upload was not found.'), { status_code: 404, body: '' })

/** Swallows tus's error for a missing upload. Rethrows every other error, such as an unreachable store. */
export function ignoreNotFoundUpload(error: { status_code?: number }): undefined {
  if (error.status_code !== 404 && error.status_code !== 410) throw error
}

/** Uploads on the local disk, one file each. Checks the first bytes, and stops immediately if their type is wrong. */
export class DiskUploads extends FileStore implements UploadDataStore {
  readonly #errors = new UploadErrors()
  readonly #activeWrites = new ActiveWrites(this.#errors)

  constructor(
    private readonly folders: DiskFolders,
    private readonly checkHead: CheckFirstBytes,
  ) {
    super({ directory: folders.uploads, expirationPeriodInMilliseconds: UNFINISHED_UPLOAD_MS })
    // The length is required in advance, so that a file that is too large is refused immediately.
    this.extensions = this.extensions.filter((name) => name !== 'creation-defer-length')
  }

  pathOf(id: string): string {
    return join(this.directory, id)
  }

  takeError(id: string): HttpError | undefined {
    return this.#errors.take(id)
  }

  local<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.pathOf(id))
  }

  /** Creates an upload. If that fails, for example because the disk is full, removes both files of the upload. */
  override create(upload: Upload): Promise<Upload> {
    return this.folders.run(async () => {
      // The base class creates missing folders, even if the disk is not mounted.
      await this.folders.assertMounted()
      try {
        return await super.create(upload)
      } catch (error) {
        for (const path of [this.pathOf(upload.id), `${this.pathOf(upload.id)}.json`])
          await unlink(path).catch(() => {})
        throw error
      }
    })
  }

  /** Reads an upload. Rejects with tus's 404 if there is none, and with `FileStoreUnavailableError` during an outage. */
  override getUpload(id: string): Promise<Upload> {
    return this.folders.run(async () => {
      // The base class treats every error of reading this file as a missing upload.
      if ((await readFile(`${this.pathOf(id)}.json`).catch(ignoreMissingFile)) === undefined) {
        await this.folders.assertMounted()
        throw uploadNotFoundError()
      }
      return super.getUpload(id)
    })
  }

  /**
   * Appends bytes and returns the new offset. Bytes received before the connection broke are stored. If the disk is full, all
   * bytes of this write are removed, so that other uploads can use the space.
   */
  override write(source: Readable, id: string, offset: number): Promise<number> {
    return this.#activeWrites.run(id, source, () => this.folders.run(() => this.#append(source, id, offset)))
  }

  async #append(source: Readable, id: string, offset: number): Promise<number> {
    const path = this.pathOf(id)
    let head = offset < SNIFFED_BYTES ? await readFirstBytes(path, offset) : undefined
    let end = offset
    const file = await open(path, 'r+')
    try {
      // A write stream would drop its buffered bytes when the connection breaks.
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        if (head) {
          const firstBytes: Uint8Array = Buffer.concat([head, chunk.subarray(0, SNIFFED_BYTES)])
          head = firstBytes.length < SNIFFED_BYTES ? Buffer.from(firstBytes) : undefined
          if (!head) await this.#errors.remember(id, () => this.checkHead(id, firstBytes))
        }
        for (let at = 0; at < chunk.length; )
          at += (await file.write(chunk, at, chunk.length - at, end + at)).bytesWritten
        end += chunk.length
      }
    } catch (error) {
      if (isStorageFull(error)) await file.truncate(offset)
      throw error
    } finally {
      await file.sync().finally(() => file.close())
    }
    return end
  }

  override async remove(id: string): Promise<void> {
    await this.#activeWrites.end(id)
    await this.folders.run(async () => {
      const removedBytes = await removeIfExists(this.pathOf(id))
      const removedMetadata = await removeIfExists(`${this.pathOf(id)}.json`)
      if (removedBytes || removedMetadata) return
      await this.folders.assertMounted()
      throw uploadNotFoundError()
    })
  }

  async *list(): AsyncIterable<ListedUpload> {
    const entries = await this.folders.run(() => readdir(this.directory, { withFileTypes: true }))
    for (const { name } of entries.filter((entry) => entry.isFile())) {
      const [, id] = NAME.exec(name) ?? []
      const found = id && (await this.folders.run(() => stat(join(this.directory, name)).catch(ignoreMissingFile)))
      if (id && found) yield { id, storedAt: found.mtime }
    }
  }
}

const removeIfExists = (path: string): Promise<boolean> =>
  unlink(path).then(
    () => true,
    (error) => ignoreMissingFile(error) ?? false,
  )

/** Reads the first bytes of a file: at most {@link SNIFFED_BYTES}, or `maxBytes` if that is less. */
export async function readFirstBytes(path: string, maxBytes: number = SNIFFED_BYTES): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, Math.min(maxBytes, SNIFFED_BYTES), 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
