import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GetObjectCommandInput, S3 } from '@aws-sdk/client-s3'
import { type ContentStore, nameOf, parseName, type StoredContent } from './content-store.ts'

const PREFIX = 'files/'

/** From so many bytes on a file is looked for before it is put again. */
const ASKED_FROM_BYTES = 1024 * 1024

/** What asks the store: `readers` is for what is read as slowly as whoever asked for it does. */
interface Clients {
  client: S3
  readers: S3
}

/** Keeps files as objects of a bucket: an object appears whole or not at all. */
export class S3Content implements ContentStore {
  readonly #temporary: string
  private readonly client: S3
  private readonly readers: S3

  /** `folder` is one of this machine's, for files that a program has to read as such. */
  constructor(
    { client, readers }: Clients,
    private readonly bucket: string,
    folder: string,
  ) {
    this.client = client
    this.readers = readers
    this.#temporary = join(folder, 'tmp')
  }

  /** Removes the copies that were under work on this machine when the server fell. */
  async clear(): Promise<void> {
    await rm(this.#temporary, { recursive: true, force: true })
  }

  /** The key of the object with a name such as `<sha256>.glb`. */
  keyOf(name: string): string {
    return `${PREFIX}${name}`
  }

  async find(name: string): Promise<StoredContent | undefined> {
    const parsed = parseName(name)
    if (!parsed) return undefined
    const bytes = await this.#size(this.keyOf(parsed.name))
    return bytes === undefined ? undefined : { sha256: parsed.sha256, type: parsed.type, bytes }
  }

  stream(content: StoredContent, start: number, end: number): Promise<Readable> {
    return readOf(this.readers, {
      Bucket: this.bucket,
      Key: this.keyOf(nameOf(content)),
      Range: `bytes=${start}-${end}`,
    })
  }

  reader(content: StoredContent) {
    return async (offset: number, length: number) => {
      const end = Math.min(offset + length, content.bytes) - 1
      if (end < offset) return new Uint8Array()
      const pieces: Buffer[] = []
      for await (const piece of await this.stream(content, offset, end)) pieces.push(piece as Buffer)
      return new Uint8Array(Buffer.concat(pieces))
    }
  }

  async local<T>(address: string, work: (path: string) => Promise<T>): Promise<T> {
    const parsed = parseName(address)
    if (!parsed) throw new Error('This is not the address of a stored file.')
    return this.download(this.keyOf(parsed.name), work)
  }

  /** Works on any object of the bucket as a file of this machine. Rejects where it cannot be read, and as the work does. */
  async download<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.#temporary, { recursive: true, mode: 0o700 })
    const path = join(this.#temporary, randomUUID())
    try {
      await pipeline(await readOf(this.client, { Bucket: this.bucket, Key: key }), createWriteStream(path))
      return await work(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  async put(content: StoredContent, bytes: Uint8Array): Promise<void> {
    const key = this.keyOf(nameOf(content))
    // Asking first costs as much as putting a small file, which changes nothing where it is there.
    if (bytes.length < ASKED_FROM_BYTES || (await this.#size(key)) !== bytes.length)
      await this.client.putObject({ Bucket: this.bucket, Key: key, Body: bytes, ContentType: content.type })
  }

  async remove(content: StoredContent): Promise<void> {
    await this.client.deleteObject({ Bucket: this.bucket, Key: this.keyOf(nameOf(content)) })
  }

  async check(): Promise<void> {
    await this.client.headBucket({ Bucket: this.bucket })
  }

  async *all(): AsyncIterable<StoredContent> {
    let next: string | undefined
    do {
      const page = await this.client.listObjectsV2({ Bucket: this.bucket, Prefix: PREFIX, ContinuationToken: next })
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const parsed = parseName(Key)
        if (parsed) yield { sha256: parsed.sha256, type: parsed.type, bytes: Size }
      }
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next !== undefined)
  }

  async #size(key: string): Promise<number | undefined> {
    try {
      return (await this.client.headObject({ Bucket: this.bucket, Key: key })).ContentLength ?? 0
    } catch (fault) {
      if (isMissing(fault)) return undefined
      throw fault
    }
  }
}

async function readOf(client: S3, asked: GetObjectCommandInput): Promise<Readable> {
  const { Body } = await client.getObject(asked)
  return Body as Readable
}

/** Whether a fault says that there is no such object or upload. */
export function isMissing(fault: unknown): boolean {
  const { name, $metadata } = (fault ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } }
  return ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(name ?? '') || $metadata?.httpStatusCode === 404
}
