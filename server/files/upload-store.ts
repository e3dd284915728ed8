import { open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import type { DataStore, Upload } from '@tus/server'
import { SNIFFED_BYTES } from '../../src/api/contract/files.ts'
import { isStorageFull } from '../db/faults.ts'
import { Refusal } from '../errors.ts'
import { unlessMissing } from './disk-content.ts'

/** After so long an unfinished upload is swept away, in milliseconds. */
export const UNFINISHED_MS = 86_400_000

/** Throws where the first bytes of an upload are not what it was announced as. */
export type CheckHead = (id: string, head: Uint8Array) => Promise<void>

/** Uploads on their way, as tus keeps them. */
export interface ArrivingUploads extends DataStore {
  /** Why the last write of an upload was refused, told once: the streams between report no more than that they ended. */
  takeRefusal(id: string): Refusal | undefined
  /** Works on a whole upload as a file of this machine. Rejects as the work does. */
  local<T>(id: string, work: (path: string) => Promise<T>): Promise<T>
  /** Removes all there is of an upload, once nothing is written to it any more. Rejects with tus's 404 where there is nothing. */
  remove(id: string): Promise<void>
  /** The ids of everything that lies here, whole, by halves or left by a fall; some may come twice. */
  ids(): AsyncIterable<string>
}

/** Remembers why writes were refused. */
export class Refusals {
  readonly #byId = new Map<string, Refusal>()

  take(id: string): Refusal | undefined {
    const refusal = this.#byId.get(id)
    this.#byId.delete(id)
    return refusal
  }

  /** Runs a check, keeps its refusal and throws it on. */
  async keep<T>(id: string, check: () => Promise<T>): Promise<T> {
    try {
      return await check()
    } catch (fault) {
      if (fault instanceof Refusal) this.#byId.set(id, fault)
      throw fault
    }
  }
}

/** The writes that are under way. */
export class Writes {
  readonly #running = new Map<string, { arriving: Readable; over: Promise<unknown> }>()
  readonly #ended = new WeakSet<Readable>()

  constructor(private readonly refusals: Refusals) {}

  /** Runs one write of an upload. Rejects with `NOT_FOUND` where it is ended meanwhile. */
  async run(id: string, arriving: Readable, write: () => Promise<number>): Promise<number> {
    const writing = write()
    const over = writing.catch(() => {})
    this.#running.set(id, { arriving, over })
    try {
      return await writing
    } catch (fault) {
      if (!this.#ended.has(arriving)) throw fault
      return await this.refusals.keep(id, () => Promise.reject(new Refusal('NOT_FOUND', 'The upload was not found.')))
    } finally {
      if (this.#running.get(id)?.arriving === arriving) this.#running.delete(id)
    }
  }

  /** Ends the write of an upload, if there is one, and waits until nothing more comes of it. */
  async end(id: string): Promise<void> {
    const running = this.#running.get(id)
    if (!running) return
    this.#ended.add(running.arriving)
    running.arriving.destroy()
    await running.over
  }
}

/** What the files of an upload are called; others in their folder, such as `lost+found`, are nobody's to remove. */
const NAME = /^([\w-]{1,64})(\.json)?$/

/** What tus answers for an upload that is not there. */
export const goneUpload = () => Object.assign(new Error('The upload was not found.'), { status_code: 404, body: '' })

/** Uploads on this machine's disk, one file each, that look at what arrives and stop at the first bytes that are wrong. */
export class UploadStore extends FileStore implements ArrivingUploads {
  readonly #refusals = new Refusals()
  readonly #writes = new Writes(this.#refusals)

  constructor(
    folder: string,
    private readonly checkHead: CheckHead,
  ) {
    super({ directory: folder, expirationPeriodInMilliseconds: UNFINISHED_MS })
    // The length is always known beforehand, and only so can it be refused beforehand.
    this.extensions = this.extensions.filter((name) => name !== 'creation-defer-length')
  }

  /** Where the bytes of an upload lie. */
  pathOf(id: string): string {
    return join(this.directory, id)
  }

  takeRefusal(id: string): Refusal | undefined {
    return this.#refusals.take(id)
  }

  local<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.pathOf(id))
  }

  /** Begins an upload; where its two files do not fit, neither is left. */
  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload)
    } catch (fault) {
      for (const path of [this.pathOf(upload.id), `${this.pathOf(upload.id)}.json`]) await unlink(path).catch(() => {})
      throw fault
    }
  }

  /**
   * Appends and answers the new offset; what arrived before a connection broke is kept. Where the disk is full nothing of
   * it is: the room is others' to use.
   */
  override write(arriving: Readable, id: string, offset: number): Promise<number> {
    return this.#writes.run(id, arriving, () => this.#append(arriving, id, offset))
  }

  async #append(arriving: Readable, id: string, offset: number): Promise<number> {
    const path = this.pathOf(id)
    let head = offset < SNIFFED_BYTES ? await readHead(path, offset) : undefined
    let end = offset
    const file = await open(path, 'r+')
    try {
      // Not through a write stream: that one drops what waits in it when the connection breaks.
      for await (const chunk of arriving as AsyncIterable<Uint8Array>) {
        if (head) {
          const known: Uint8Array = Buffer.concat([head, chunk.subarray(0, SNIFFED_BYTES)])
          head = known.length < SNIFFED_BYTES ? Buffer.from(known) : undefined
          if (!head) await this.#refusals.keep(id, () => this.checkHead(id, known))
        }
        for (let at = 0; at < chunk.length; )
          at += (await file.write(chunk, at, chunk.length - at, end + at)).bytesWritten
        end += chunk.length
      }
    } catch (fault) {
      if (isStorageFull(fault)) await file.truncate(offset)
      throw fault
    } finally {
      await file.sync().finally(() => file.close())
    }
    return end
  }

  override async remove(id: string): Promise<void> {
    await this.#writes.end(id)
    const hadBytes = await isRemoved(this.pathOf(id))
    const wasDescribed = await isRemoved(`${this.pathOf(id)}.json`)
    if (!hadBytes && !wasDescribed) throw goneUpload()
  }

  async *ids(): AsyncIterable<string> {
    for (const entry of await readdir(this.directory, { withFileTypes: true })) {
      const [, id] = NAME.exec(entry.name) ?? []
      if (id && entry.isFile()) yield id
    }
  }
}

/** Removes a file; answers whether there was one. */
const isRemoved = (path: string): Promise<boolean> =>
  unlink(path).then(
    () => true,
    (fault) => unlessMissing(fault) ?? false,
  )

/** The first bytes of a file, at most {@link SNIFFED_BYTES} where `most` does not say less. */
export async function readHead(path: string, most: number = SNIFFED_BYTES): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, Math.min(most, SNIFFED_BYTES), 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
