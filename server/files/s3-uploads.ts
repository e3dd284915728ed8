import { PassThrough, type Readable } from 'node:stream'
import type { ListMultipartUploadsCommandOutput, MultipartUpload, S3ClientConfig } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { SNIFFED_BYTES } from '../../src/api/contract/files.ts'
import type { Refusal } from '../errors.ts'
import { isMissing, type S3Content } from './s3-content.ts'
import { type ArrivingUploads, type CheckHead, goneUpload, Refusals, UNFINISHED_MS, Writes } from './upload-store.ts'

/** Bytes of one part: the least that S3 takes but for the last. */
const PART_BYTES = 5 * 1024 * 1024

/** What the ids of uploads look like. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Uploads on their way in a bucket, as parts that become one object; their first bytes are looked at as on a disk. */
export class S3Uploads extends S3Store implements ArrivingUploads {
  readonly #refusals = new Refusals()
  readonly #writes = new Writes(this.#refusals)
  readonly #bucket: string

  constructor(
    s3ClientConfig: S3ClientConfig & { bucket: string },
    private readonly content: S3Content,
    private readonly checkHead: CheckHead,
  ) {
    super({
      s3ClientConfig,
      partSize: PART_BYTES,
      useTags: false,
      expirationPeriodInMilliseconds: UNFINISHED_MS,
    })
    this.#bucket = s3ClientConfig.bucket
    this.extensions = this.extensions.filter((name) => name !== 'creation-defer-length')
  }

  takeRefusal(id: string): Refusal | undefined {
    return this.#refusals.take(id)
  }

  local<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
    return this.content.download(id, work)
  }

  /** Looks at the first bytes before any is kept; an upload that begins with fewer is looked at once it is whole. */
  override write(arriving: Readable, id: string, offset: number): Promise<number> {
    return this.#writes.run(id, arriving, () => this.#append(arriving, id, offset))
  }

  async #append(arriving: Readable, id: string, offset: number): Promise<number> {
    if (offset > 0) return super.write(arriving, id, offset)
    const checked = new PassThrough()
    // It may fail before anybody reads it; those who do hear it all the same.
    checked.on('error', () => {})
    const feeding = this.#feed(arriving, id, checked)
    feeding.catch((fault) => checked.destroy(fault))
    const [written] = await Promise.allSettled([super.write(checked, id, offset), feeding])
    await feeding
    if (written.status === 'rejected') throw written.reason
    return written.value
  }

  override async remove(id: string): Promise<void> {
    await this.#writes.end(id)
    const upload = await this.getUpload(id).catch(() => undefined)
    for (const { Key, UploadId } of await this.#unfinished(id)) if (Key === id) await this.#abort(id, UploadId)
    for (const key of [id, `${id}.info`, `${id}.part`]) await this.#delete(key)
    await this.clearCache(id)
    if (!upload) throw goneUpload()
  }

  /** What bears the name of an upload outside of the content; a bucket may hold things of others. */
  async *ids(): AsyncIterable<string> {
    for (const { Key } of await this.#unfinished()) if (ID.test(Key ?? '')) yield Key!
    let next: string | undefined
    do {
      const page = await this.client.listObjectsV2({ Bucket: this.#bucket, Delimiter: '/', ContinuationToken: next })
      for (const { Key = '' } of page.Contents ?? []) {
        const id = Key.replace(/\.(info|part)$/, '')
        if (ID.test(id)) yield id
      }
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next !== undefined)
  }

  async #feed(arriving: Readable, id: string, checked: PassThrough): Promise<void> {
    let head: Buffer | undefined = Buffer.alloc(0)
    for await (const chunk of arriving as AsyncIterable<Uint8Array>) {
      if (head) {
        head = Buffer.concat([head, chunk])
        if (head.length < SNIFFED_BYTES) continue
        const known = head
        head = undefined
        await this.#refusals.keep(id, () => this.checkHead(id, known.subarray(0, SNIFFED_BYTES)))
        await push(checked, known)
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
    await this.client.abortMultipartUpload({ Bucket: this.#bucket, Key: key, UploadId: uploadId }).catch((fault) => {
      if (!isMissing(fault)) throw fault
    })
  }

  async #delete(key: string): Promise<void> {
    await this.client.deleteObject({ Bucket: this.#bucket, Key: key }).catch((fault) => {
      if (!isMissing(fault)) throw fault
    })
  }
}

function push(stream: PassThrough, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => stream.write(chunk, (fault) => (fault ? reject(fault) : resolve())))
}
