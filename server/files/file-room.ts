import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { fileAddress, type StoredFile, UPLOAD_KINDS } from '../../src/api/contract/files.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import { ContentStore, type StoredContent } from './content-store.ts'
import { checkSize, checkType, readFacts, type UploadFacts, type UploadKinds } from './upload-rules.ts'
import { readHead, UploadStore } from './upload-store.ts'

/** A finished upload and whose it is. */
export interface FinishedUpload extends StoredFile {
  ownerId: string
}

/** Everything about files: those on their way, and those that arrived whole. */
export class FileRoom {
  readonly content: ContentStore
  readonly uploads: UploadStore
  readonly #finishing = new Map<string, Promise<FinishedUpload>>()

  private constructor(
    private readonly db: Kysely<Database>,
    private readonly now: () => Date,
    folder: string,
    readonly kinds: UploadKinds,
  ) {
    this.content = new ContentStore(join(folder, 'files'))
    this.uploads = new UploadStore(join(folder, 'uploads'), (id, head) => this.#checkArriving(id, head))
  }

  /** Opens the room in a data folder, making what is missing. */
  static async open(db: Kysely<Database>, now: () => Date, folder: string, kinds: UploadKinds = UPLOAD_KINDS) {
    await mkdir(join(folder, 'files'), { recursive: true })
    await mkdir(join(folder, 'uploads'), { recursive: true })
    return new FileRoom(db, now, folder, kinds)
  }

  /** Stores bytes the server made itself, and answers their address. */
  async keep(bytes: Uint8Array): Promise<string> {
    const stored = await this.content.put(bytes)
    await this.#register(stored)
    return fileAddress(stored.sha256, stored.type)
  }

  /** What is known of an upload under way. Throws `NOT_FOUND`. */
  async underWay(id: string): Promise<{ facts: UploadFacts; bytes: number; isWhole: boolean }> {
    const upload = await this.uploads.getUpload(id).catch(() => undefined)
    if (!upload || upload.size === undefined) throw new Refusal('NOT_FOUND', 'The upload was not found.')
    return { facts: readFacts(upload.metadata), bytes: upload.size, isWhole: upload.size === upload.offset }
  }

  /** A finished upload by its id. One whose last byte came just before the server fell is finished now. */
  async finished(id: string): Promise<FinishedUpload | undefined> {
    const row = await this.#row(id)
    if (row) return row
    const upload = await this.underWay(id).catch(() => undefined)
    return upload?.isWhole ? this.finish(id) : undefined
  }

  /**
   * Checks an upload that arrived whole and moves it into the store. Throws `WRONG_FILE_TYPE`, `FILE_TOO_LARGE` or
   * `CHECKSUM_MISMATCH`, and forgets the upload then.
   */
  finish(id: string): Promise<FinishedUpload> {
    const running = this.#finishing.get(id)
    if (running) return running
    const work = this.#finish(id).finally(() => this.#finishing.delete(id))
    this.#finishing.set(id, work)
    return work
  }

  /** Forgets an upload; what is in the store stays, for others may have sent the same. */
  async forget(id: string): Promise<void> {
    await this.uploads.remove(id).catch(() => {})
    await this.db.deleteFrom('uploads').where('id', '=', id).execute()
  }

  async #finish(id: string): Promise<FinishedUpload> {
    const done = await this.#row(id)
    if (done) return done
    const { facts } = await this.underWay(id)
    const path = this.uploads.pathOf(id)
    const stored = await this.#check(path, facts).catch(async (fault) => {
      if (fault instanceof Refusal) await this.uploads.remove(id)
      throw fault
    })
    await this.content.adopt(path, stored)
    await this.#register(stored)
    await this.db
      .insertInto('uploads')
      .values({
        id,
        owner_id: facts.owner,
        sha256: stored.sha256,
        kind: facts.kind,
        filename: facts.filename ?? null,
        finished_at: this.now(),
      })
      .execute()
    await this.uploads.configstore.delete(id)
    return finishedUpload(id, facts.owner, stored)
  }

  async #check(path: string, { kind, sha256: announced }: UploadFacts): Promise<StoredContent> {
    const type = checkType(this.kinds, kind, await readHead(path))
    const { size: bytes } = await stat(path)
    checkSize(this.kinds, kind, bytes)
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
    const sha256 = hash.digest('hex')
    if (announced && announced !== sha256)
      throw new Refusal('CHECKSUM_MISMATCH', 'The file arrived damaged: its checksum is not the one announced.')
    return { sha256, type, bytes }
  }

  async #checkArriving(id: string, head: Uint8Array): Promise<void> {
    const { facts } = await this.underWay(id)
    try {
      checkType(this.kinds, facts.kind, head)
    } catch (fault) {
      await this.uploads.remove(id)
      throw fault
    }
  }

  async #register({ sha256, type, bytes }: StoredContent): Promise<void> {
    await this.db
      .insertInto('files')
      .values({ sha256, type, bytes, created_at: this.now() })
      .onConflict((on) => on.doNothing())
      .execute()
  }

  async #row(id: string): Promise<FinishedUpload | undefined> {
    const row = await this.db
      .selectFrom('uploads')
      .innerJoin('files', 'files.sha256', 'uploads.sha256')
      .where('uploads.id', '=', id)
      .select(['uploads.owner_id', 'files.sha256', 'files.type', 'files.bytes'])
      .executeTakeFirst()
    return row && finishedUpload(id, row.owner_id, row)
  }
}

function finishedUpload(id: string, ownerId: string, { sha256, type, bytes }: StoredContent): FinishedUpload {
  return { id, ownerId, url: fileAddress(sha256, type), sha256, type, bytes }
}
