import { PassThrough, type Readable } from 'node:stream'
import type { ListMultipartUploadsCommandOutput, MultipartUpload, S3ClientConfig } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import type { Upload } from '@tus/server'
import { SNIFFED_BYTES } from '../../src/api/contract/files.ts'
import type { OutageLog } from '../db/outage-log.ts'
import { toFileStoreError } from '../errors/file-store-errors.ts'
import { HttpError } from '../errors/http-error.ts'
import { isMissingObject, reportOutages, type S3Content } from './s3-content.ts'
import {
  ActiveWrites,
  type CheckFirstBytes,
  ignoreNotFoundUpload,
  type ListedUpload,
  UNFINISHED_UPLOAD_MS,
  type UploadDataStore,
  UploadErrors,
  uploadNotFoundError,
} from './upload-store.ts'

/** Size of a part, in bytes: the minimum of S3 for all parts but the last. */
const PART_BYTES = 5 * 1024 * 1024

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Unfinished uploads in a bucket, stored as parts that become one object. */
export class S3Uploads extends S3Store implements UploadDataStore {
  readonly #errors = new UploadErrors()
  readonly #activeWrites = new ActiveWrites(this.#errors)
  readonly #bucket: string

  constructor(
    s3ClientConfig: S3ClientConfig & { bucket: string },
    private readonly content: S3Content,
    private readonly checkHead: CheckFirstBytes,
    private readonly outage?: OutageLog,
  ) {
    super({
      s3ClientConfig,
      partSize: PART_BYTES,
      useTags: false,
      expirationPeriodInMilliseconds: UNFINISHED_UPLOAD_MS,
    })
    this.#bucket = s3ClientConfig.bucket
    reportOutages(this.client, outage)
    this.extensions = this.extensions.filter((name) => name !== 'creation-defer-length')
  }

  takeError(id: string): HttpError | undefined {
    return this.#errors.take(id)
  }

  async local<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
    await this.#complete(id)
    return this.content.download(id, work)
  }

  /** Joins the parts of a complete upload into one object. Can be repeated. */
  async #complete(id: string): Promise<void> {
    // These methods are private only in the type declarations.
    const store = this as unknown as {
      getMetadata(id: string): Promise<unknown>
      retrieveParts(id: string): Promise<unknown[]>
      finishMultipartUpload(metadata: unknown, parts: unknown[]): Promise<unknown>
    }
    try {
      const parts = await store.retrieveParts(id)
      await store.finishMultipartUpload(await store.getMetadata(id), parts)
    } catch (error) {
      // The parts have already been joined.
      if (!isMissingObject(error)) throw error
    }
  }

  /** Reads an upload. Rejects with tus's 404 if there is none, and with `FileStoreUnavailableError` during an outage. */
  override async getUpload(id: string): Promise<Upload> {
    // Called first, because the base class treats every error of reading the metadata as a missing upload. The result is cached.
    await this.#describe(id)
    return super.getUpload(id)
  }

  async #describe(id: string): Promise<void> {
    // This method is private only in the type declarations.
    const { getMetadata } = this as unknown as { getMetadata(id: string): Promise<unknown> }
    await getMetadata.call(this, id).catch((error: unknown) => {
      throw isMissingObject(error) ? uploadNotFoundError() : error
    })
  }

  /** Checks the first bytes before any are stored. If the first request has too few bytes, the complete upload is checked. */
  override write(source: Readable, id: string, offset: number): Promise<number> {
    return this.#activeWrites.run(id, source, () =>
      this.#append(source, id, offset).catch((error: unknown) => {
        const isSourceBroken = source.errored !== null || (source.destroyed && !source.readableEnded)
        // The SDK's error may not show whether the connection to the store or to the client broke.
        throw isSourceBroken ? error : toFileStoreError(error, this.outage)
      }),
    )
  }

  async #append(source: Readable, id: string, offset: number): Promise<number> {
    if (offset > 0) return super.write(source, id, offset)
    const checked = new PassThrough()
    // The stream may fail before it has a reader. Readers still get the error.
    checked.on('error', () => {})
    const feeding = this.#feed(source, id, checked)
    feeding.catch((error) => checked.destroy(error))
    const writing = super.write(checked, id, offset)
    // Without this, the feed would wait forever for the failed write to read more.
    writing.catch((error) => checked.destroy(error))
    const [writeResult, feedResult] = await Promise.allSettled([writing, feeding])
    if (
      feedResult.status === 'rejected' &&
      (feedResult.reason instanceof HttpError || writeResult.status === 'fulfilled')
    )
      throw feedResult.reason
    if (writeResult.status === 'rejected') throw writeResult.reason
    return writeResult.value
  }

  override async remove(id: string): Promise<void> {
    await this.#activeWrites.end(id)
    const upload = await this.getUpload(id).catch(ignoreNotFoundUpload)
    for (const { Key, UploadId } of await this.#unfinished(id)) if (Key === id) await this.#abort(id, UploadId)
    for (const key of [id, `${id}.info`, `${id}.part`]) await this.#delete(key)
    await this.clearCache(id)
    if (!upload) throw uploadNotFoundError()
  }

  /** Lists objects whose name is an upload id. The bucket may contain objects of other programs. */
  async *list(): AsyncIterable<ListedUpload> {
    for (const { Key, Initiated = new Date() } of await this.#unfinished())
      if (ID.test(Key ?? '')) yield { id: Key!, storedAt: Initiated }
    let next: string | undefined
    do {
      const page = await this.client.listObjectsV2({ Bucket: this.#bucket, Delimiter: '/', ContinuationToken: next })
      for (const { Key = '', LastModified = new Date() } of page.Contents ?? []) {
        const id = Key.replace(/\.(info|part)$/, '')
        if (ID.test(id)) yield { id, storedAt: LastModified }
      }
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next !== undefined)
  }

  async #feed(source: Readable, id: string, checked: PassThrough): Promise<void> {
    let head: Buffer | undefined = Buffer.alloc(0)
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      if (head) {
        head = Buffer.concat([head, chunk])
        if (head.length < SNIFFED_BYTES) continue
        const firstBytes = head
        head = undefined
        await this.#errors.remember(id, () => this.checkHead(id, firstBytes.subarray(0, SNIFFED_BYTES)))
        await push(checked, firstBytes)
      } else await push(checked, chunk)
    }
    if (head && head.length > 0) await push(checked, head)
    checked.end()
  }

  async #unfinished(prefix?: string): Promise<MultipartUpload[]> {
    const found: MultipartUpload[] = []
    let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
    while (next) {
      const page: ListMultipartUploadsCommandOutput = await this.client.listMultipartUploads({
        Bucket: this.#bucket,
        ...(prefix ? { Prefix: prefix } : {}),
        ...next,
      })
      found.push(...(page.Uploads ?? []))
      next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
    }
    return found
  }

  async #abort(key: string, uploadId: string | undefined): Promise<void> {
    await this.client.abortMultipartUpload({ Bucket: this.#bucket, Key: key, UploadId: uploadId }).catch((error) => {
      if (!isMissingObject(error)) throw error
    })
  }

  async #delete(key: string): Promise<void> {
    await this.client.deleteObject({ Bucket: this.#bucket, Key: key }).catch((error) => {
      if (!isMissingObject(error)) throw error
    })
  }
}

function push(stream: PassThrough, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => stream.write(chunk, (error) => (error ? reject(error) : resolve())))
}
