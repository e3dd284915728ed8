import { PassThrough, type Readable } from 'node:stream'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { SNIFFED_BYTES } from '../../src/api/contract/files.ts'
import type { Refusal } from '../errors.ts'
import { isMissing, type S3Content } from './s3-content.ts'
import { type ArrivingUploads, type CheckHead, Refusals, UNFINISHED_MS } from './upload-store.ts'

/** Bytes of one part: the least that S3 takes but for the last. */
const PART_BYTES = 5 * 1024 * 1024

/** Uploads on their way in a bucket, as parts that become one object; their first bytes are looked at as on a disk. */
export class S3Uploads extends S3Store implements ArrivingUploads {
  readonly #refusals = new Refusals()
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
  override async write(arriving: Readable, id: string, offset: number): Promise<number> {
    if (offset > 0) return super.write(arriving, id, offset)
    const checked = new PassThrough()
    const feeding = this.#feed(arriving, id, checked)
    feeding.catch((fault) => checked.destroy(fault))
    const [written] = await Promise.allSettled([super.write(checked, id, offset), feeding])
    await feeding
    if (written.status === 'rejected') throw written.reason
    return written.value
  }

  override async remove(id: string): Promise<void> {
    const upload = await this.getUpload(id).catch(() => undefined)
    for (const { Key, UploadId } of await this.#unfinished(id)) if (Key === id) await this.#abort(id, UploadId)
    for (const key of [id, `${id}.info`, `${id}.part`]) await this.#delete(key)
    await this.clearCache(id)
    if (!upload) throw Object.assign(new Error('The upload was not found.'), { status_code: 404, body: '' })
  }

  /** Everything outside of the content that began more than a day ago, whole or not. */
  override async deleteExpired(): Promise<number> {
    const isOld = (date?: Date) => date !== undefined && date.getTime() < Date.now() - UNFINISHED_MS
    let removed = 0
    for (const { Key, UploadId, Initiated } of await this.#unfinished())
      if (isOld(Initiated)) {
        await this.#abort(Key ?? '', UploadId)
        removed += 1
      }
    let next: string | undefined
    do {
      const page = await this.client.listObjectsV2({ Bucket: this.#bucket, Delimiter: '/', ContinuationToken: next })
      for (const { Key = '', LastModified } of page.Contents ?? []) if (isOld(LastModified)) await this.#delete(Key)
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next !== undefined)
    return removed
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

  async #unfinished(prefix?: string) {
    const page = await this.client.listMultipartUploads({ Bucket: this.#bucket, ...(prefix ? { Prefix: prefix } : {}) })
    return page.Uploads ?? []
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
