import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { SNIFFED_BYTES } from '../../src/api/contract/files.ts'
import { Refusal } from '../errors.ts'

/** After so long an unfinished upload is swept away, in milliseconds. */
export const UNFINISHED_MS = 86_400_000

/** Throws where the first bytes of an upload are not what it was announced as. */
export type CheckHead = (id: string, head: Uint8Array) => Promise<void>

/** Uploads on their way, one file each, that look at what arrives and stop at the first bytes that are wrong. */
export class UploadStore extends FileStore {
  readonly #refusals = new Map<string, Refusal>()

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

  /** Why the last write of an upload was refused, told once: the streams between report no more than that they ended. */
  takeRefusal(id: string): Refusal | undefined {
    const refusal = this.#refusals.get(id)
    this.#refusals.delete(id)
    return refusal
  }

  /** Appends and answers the new offset; what arrived before a connection broke is kept. */
  override async write(arriving: Readable, id: string, offset: number): Promise<number> {
    const path = this.pathOf(id)
    let head = offset < SNIFFED_BYTES ? await readHead(path, offset) : undefined
    let end = offset
    const file = await open(path, 'r+')
    try {
      // Not through a write stream: that one drops what waits in it when the connection breaks.
      for await (const chunk of arriving as AsyncIterable<Uint8Array>) {
        if (head) {
          head = Buffer.concat([head, chunk.subarray(0, SNIFFED_BYTES)])
          if (head.length >= SNIFFED_BYTES) {
            await this.#check(id, head)
            head = undefined
          }
        }
        for (let at = 0; at < chunk.length; )
          at += (await file.write(chunk, at, chunk.length - at, end + at)).bytesWritten
        end += chunk.length
      }
    } finally {
      await file.sync().finally(() => file.close())
    }
    return end
  }

  async #check(id: string, head: Uint8Array): Promise<void> {
    try {
      await this.checkHead(id, head)
    } catch (fault) {
      if (fault instanceof Refusal) this.#refusals.set(id, fault)
      throw fault
    }
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
