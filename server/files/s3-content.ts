import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GetObjectCommandInput, S3 } from '@aws-sdk/client-s3'
import type { OutageLog } from '../db/outage-log.ts'
import { FileStoreUnavailableError, getHttpStatus, withOutageReport } from '../errors/file-store-errors.ts'
import {
  type ContentStore,
  formatContentName,
  type ListedContent,
  parseContentName,
  type StoredContent,
} from './content-store.ts'
import {
  formatStoreMark,
  MAX_MARK_BYTES,
  parseStoreMark,
  STORE_MARK_NAME,
  type StoreMark,
  StoreMarkError,
} from './store-mark.ts'

const PREFIX = 'files/'

/** Minimum size for which the store is first queried for an existing object. */
const CHECK_FIRST_MIN_BYTES = 1024 * 1024

/** Clients of the store. `readers` is for streams that may be read slowly. */
interface S3Clients {
  client: S3
  readers: S3
}

/** Stores files as objects of a bucket. An object appears complete or not at all. */
export class S3Content implements ContentStore {
  readonly #temporary: string
  private readonly client: S3
  private readonly readers: S3

  /** `folder` is a local folder for copies of files. */
  constructor(
    { client, readers }: S3Clients,
    private readonly bucket: string,
    folder: string,
    private readonly outage?: OutageLog,
  ) {
    this.client = client
    this.readers = readers
    this.#temporary = join(folder, 'tmp')
  }

  async removeLeftovers(): Promise<void> {
    await rm(this.#temporary, { recursive: true, force: true })
  }

  formatKey(name: string): string {
    return `${PREFIX}${name}`
  }

  async find(name: string): Promise<StoredContent | undefined> {
    const parsed = parseContentName(name)
    if (!parsed) return undefined
    const bytes = await this.#size(this.formatKey(parsed.name))
    return bytes === undefined ? undefined : { sha256: parsed.sha256, type: parsed.type, bytes }
  }

  stream(content: StoredContent, start: number, end: number): Promise<Readable> {
    return readObject(this.readers, {
      Bucket: this.bucket,
      Key: this.formatKey(formatContentName(content)),
      Range: `bytes=${start}-${end}`,
    })
  }

  reader(content: StoredContent) {
    return async (offset: number, length: number) => {
      const end = Math.min(offset + length, content.bytes) - 1
      if (end < offset) return new Uint8Array()
      const chunks: Buffer[] = []
      await this.#withReadErrors(async () => {
        for await (const chunk of await this.stream(content, offset, end)) chunks.push(chunk as Buffer)
      })
      return new Uint8Array(Buffer.concat(chunks))
    }
  }

  async withLocalCopy<T>(address: string, work: (path: string) => Promise<T>): Promise<T> {
    const parsed = parseContentName(address)
    if (!parsed) throw new Error('This is not the address of a stored file.')
    return this.download(this.formatKey(parsed.name), work)
  }

  /** Runs work on a local copy of any object of the bucket. */
  async download<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.#temporary, { recursive: true, mode: 0o700 })
    const path = join(this.#temporary, randomUUID())
    try {
      await this.#withReadErrors(async () =>
        pipeline(await readObject(this.client, { Bucket: this.bucket, Key: key }), createWriteStream(path)),
      )
      return await work(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  async put(content: StoredContent, bytes: Uint8Array): Promise<void> {
    const key = this.formatKey(formatContentName(content))
    // For a small file, the query would cost the same as the upload. Uploading an existing file again changes nothing.
    if (bytes.length < CHECK_FIRST_MIN_BYTES || (await this.#size(key)) !== bytes.length)
      await this.client.putObject({ Bucket: this.bucket, Key: key, Body: bytes, ContentType: content.type })
  }

  async remove(content: StoredContent): Promise<void> {
    await this.client.deleteObject({ Bucket: this.bucket, Key: this.formatKey(formatContentName(content)) })
  }

  async readMark(): Promise<StoreMark | undefined> {
    try {
      const { Body } = await this.client.getObject({
        Bucket: this.bucket,
        Key: this.formatKey(STORE_MARK_NAME),
        Range: `bytes=0-${MAX_MARK_BYTES - 1}`,
      })
      return parseStoreMark(await this.#withReadErrors(() => Body!.transformToString()))
    } catch (error) {
      if (isMissingObject(error)) return undefined
      // A range request for an empty object fails with 416.
      if (getHttpStatus(error) === 416) throw new StoreMarkError(error)
      throw error
    }
  }

  /** Does nothing. Unlike an unmounted folder, an unreachable bucket never seems empty. */
  expectMark(): void {}

  async writeMark(mark: StoreMark): Promise<void> {
    await this.client.putObject({
      Bucket: this.bucket,
      Key: this.formatKey(STORE_MARK_NAME),
      Body: formatStoreMark(mark),
      ContentType: 'application/json',
    })
  }

  async check(): Promise<void> {
    await this.client.headBucket({ Bucket: this.bucket })
  }

  async *list(): AsyncIterable<ListedContent> {
    let next: string | undefined
    do {
      const page = await this.client.listObjectsV2({ Bucket: this.bucket, Prefix: PREFIX, ContinuationToken: next })
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
        const parsed = parseContentName(Key)
        if (parsed) yield { sha256: parsed.sha256, type: parsed.type, bytes: Size, storedAt: LastModified }
      }
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next !== undefined)
  }

  #withReadErrors<T>(work: () => Promise<T>): Promise<T> {
    return withOutageReport(this.outage, work).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
      throw new FileStoreUnavailableError('The file store is unreachable: it ended its response early.', {
        cause: error,
      })
    })
  }

  async #size(key: string): Promise<number | undefined> {
    try {
      return (await this.client.headObject({ Bucket: this.bucket, Key: key })).ContentLength ?? 0
    } catch (error) {
      if (isMissingObject(error)) return undefined
      throw error
    }
  }
}

async function readObject(client: S3, input: GetObjectCommandInput): Promise<Readable> {
  const { Body } = await client.getObject(input)
  return Body as Readable
}

export function isMissingObject(error: unknown): boolean {
  const { name, $metadata } = (error ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } }
  return ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(name ?? '') || $metadata?.httpStatusCode === 404
}

/**
 * Makes every request of a client report outages. During an outage, requests reject with `FileStoreUnavailableError`. Runs
 * outside the client's own retries.
 */
export function reportOutages(client: S3, outage: OutageLog | undefined): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        withOutageReport(outage, () =>
          next(args).catch(async (error: unknown) => {
            if (!lacksErrorCode(error)) throw error
            // A HEAD response has no body with an error code. The bucket is queried instead, which fails during an outage.
            if (commandName !== 'HeadObjectCommand') throw reportForeignResponse(error, outage)
            const { Bucket } = args.input as { Bucket: string }
            await client.headBucket({ Bucket })
            throw error
          }),
        ),
    { step: 'initialize', priority: 'high', name: 'reportOutages' },
  )
}

/** Returns whether a 404 lacks an error code of the store. Such a 404 comes from a proxy whose store is restarting. */
const lacksErrorCode = (error: unknown): boolean =>
  getHttpStatus(error) === 404 && (error as { Code?: unknown }).Code === undefined

function reportForeignResponse(cause: unknown, outage: OutageLog | undefined): FileStoreUnavailableError {
  outage?.reportFailure(cause)
  return new FileStoreUnavailableError(
    'The file store is unreachable: another server responds 404, or the bucket no longer exists.',
    { cause },
  )
}
