import { open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import type { DataStore, Upload } from '@tus/server'
import { SNIFFED_BYTES } from '../../src/api/contract/files.ts'
import { isStorageFull } from '../db/faults.ts'
import { Refusal } from '../errors.ts'

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
  /** Removes what began long ago and never ended; answers how many. */
  deleteExpired(): Promise<number>
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
  async keep(id: string, check: () => Promise<void>): Promise<void> {
    try {
      await check()
    } catch (fault) {
      if (fault instanceof Refusal) this.#byId.set(id, fault)
      throw fault
    }
  }
}

/** Uploads on this machine's disk, one file each, that look at what arrives and stop at the first bytes that are wrong. */
export class UploadStore extends FileStore implements ArrivingUploads {
  readonly #refusals = new Refusals()

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
      for (const path of [this.pathOf(upload.id), this.pathOf(`${upload.id}.json`)]) await unlink(path).catch(() => {})
      throw fault
    }
  }

  /**
   * Appends and answers the new offset; what arrived before a connection broke is kept. Where the disk is full nothing of
   * it is: the room is others' to use.
   */
  override async write(arriving: Readable, id: string, offset: number): Promise<number> {
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

  override async deleteExpired(): Promise<number> {
    const removed = await super.deleteExpired()
    return removed + (await this.#deleteLeft())
  }

  /** Bytes whose description was never written, or a description whose bytes are gone: the server fell between the two. */
  async #deleteLeft(): Promise<number> {
    const names = new Set(await readdir(this.directory))
    let removed = 0
    for (const name of names) {
      const other = name.endsWith('.json') ? name.slice(0, -5) : `${name}.json`
      const left = names.has(other) ? undefined : await stat(this.pathOf(name)).catch(() => undefined)
      if (!left || left.mtimeMs > Date.now() - UNFINISHED_MS) continue
      await unlink(this.pathOf(name)).catch(() => {})
      removed += 1
    }
    return removed
  }
}

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
