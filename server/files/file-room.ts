import type { Kysely } from 'kysely'
import { fileAddress, type Quota, type StoredFile, UPLOAD_KINDS, UPLOAD_QUOTA } from '../../src/api/contract/files.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import { checkArrived } from './check-arrived.ts'
import type { ContentStore, StoredContent } from './content-store.ts'
import { type InspectModel, inspectHere } from './inspect.ts'
import { release, reserve } from './quota.ts'
import { openDiskStorage, type Storage } from './storage.ts'
import { sweepFiles } from './sweep-files.ts'
import { checkType, readFacts, type UploadFacts, type UploadKinds } from './upload-rules.ts'
import { type ArrivingUploads, type CheckHead, UNFINISHED_MS } from './upload-store.ts'

/** A finished upload and whose it is. */
export interface FinishedUpload extends StoredFile {
  ownerId: string
}

/** What a room may be made from besides the usual: limits by kind and user, other storage, another way to look at models. */
export interface RoomOptions {
  kinds?: UploadKinds | undefined
  quota?: Quota | undefined
  openStorage?: ((folder: string, checkHead: CheckHead) => Promise<Storage>) | undefined
  inspect?: InspectModel | undefined
}

/** Everything about files: those on their way, and those that arrived whole. */
export class FileRoom {
  readonly kinds: UploadKinds
  readonly quota: Quota
  readonly inspect: InspectModel
  #storage!: Storage
  readonly #announcing = new Map<string, Promise<void>>()
  readonly #announced = new Map<string, () => void>()
  readonly #finishing = new Map<string, Promise<FinishedUpload>>()

  private constructor(
    private readonly db: Kysely<Database>,
    private readonly now: () => Date,
    { kinds = UPLOAD_KINDS, quota = UPLOAD_QUOTA, inspect = inspectHere }: RoomOptions,
  ) {
    this.kinds = kinds
    this.quota = quota
    this.inspect = inspect
  }

  /** Opens the room; files are kept in folders of the data folder where no other storage is handed in. */
  static async open(db: Kysely<Database>, now: () => Date, folder: string, options: RoomOptions = {}) {
    const room = new FileRoom(db, now, options)
    const { openStorage = openDiskStorage } = options
    room.#storage = await openStorage(folder, (id, head) => room.#checkArriving(id, head))
    return room
  }

  get content(): ContentStore {
    return this.#storage.content
  }

  get uploads(): ArrivingUploads {
    return this.#storage.uploads
  }

  /** Stores bytes the server made itself, and answers their address. */
  async keep(bytes: Uint8Array): Promise<string> {
    const stored = await this.content.put(bytes)
    await this.#register(this.db, stored)
    return fileAddress(stored.sha256, stored.type)
  }

  /**
   * Keeps room for an upload that begins, or answers the id of the one its key began before. Whoever calls says
   * {@link announced} once the upload itself is kept. Throws as {@link reserve}.
   */
  async begin(id: string, { owner: ownerId }: UploadFacts, bytes: number, key?: string): Promise<string | undefined> {
    const keep = () => reserve(this.db, { id, ownerId, bytes, at: this.now(), key }, this.quota)
    this.#announcing.set(id, new Promise((resolve) => this.#announced.set(id, resolve)))
    const earlier = await keep()
    if (earlier === undefined) return undefined
    await this.#announcing.get(earlier)
    if (await this.underWay(earlier).catch(() => undefined)) return earlier
    // Room was kept, but the server fell before the upload was.
    await release(this.db, earlier)
    return keep()
  }

  /** Says that the announcement of an upload has come to its end, well or not. */
  announced(id: string): void {
    this.#announced.get(id)?.()
    this.#announced.delete(id)
    this.#announcing.delete(id)
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

  /** Checks an upload that arrived whole and moves it into the store. Throws what {@link checkArrived} does, and forgets it. */
  finish(id: string): Promise<FinishedUpload> {
    const running = this.#finishing.get(id)
    if (running) return running
    const work = this.#finish(id).finally(() => this.#finishing.delete(id))
    this.#finishing.set(id, work)
    return work
  }

  /** Forgets an upload, finished or not; what is in the store stays, for others may have sent the same. */
  async forget(id: string): Promise<void> {
    await this.uploads.remove(id).catch(() => {})
    await release(this.db, id)
    await this.db.deleteFrom('uploads').where('id', '=', id).execute()
  }

  /** Removes uploads that were never finished, and files that nothing has referred to for a day. */
  async sweep(): Promise<void> {
    const at = this.now()
    await this.uploads.deleteExpired()
    await this.db
      .deleteFrom('upload_starts')
      .where('started_at', '<', new Date(at.getTime() - UNFINISHED_MS))
      .execute()
    await sweepFiles(this.db, this.content, at)
  }

  async #finish(id: string): Promise<FinishedUpload> {
    const done = await this.#row(id)
    if (done) return done
    const { facts } = await this.underWay(id)
    const stored = await this.uploads
      .local(id, (path) => checkArrived(path, facts, this.kinds, this.inspect))
      .catch(async (fault) => {
        if (fault instanceof Refusal && fault.code !== 'UNAVAILABLE') await this.forget(id)
        throw fault
      })
    await this.db.transaction().execute(async (trx) => {
      // The row first: a sweep that is removing the same content is waited for, and one that comes later waits.
      await this.#register(trx, stored)
      await this.#storage.settle(id, stored)
      await trx
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
      await trx.deleteFrom('upload_starts').where('id', '=', id).execute()
    })
    await this.uploads.remove(id).catch(() => {})
    return finishedUpload(id, facts.owner, stored)
  }

  async #checkArriving(id: string, head: Uint8Array): Promise<void> {
    const { facts } = await this.underWay(id)
    try {
      checkType(this.kinds, facts.kind, head)
    } catch (fault) {
      await this.forget(id)
      throw fault
    }
  }

  async #register(db: Kysely<Database>, { sha256, type, bytes }: StoredContent): Promise<void> {
    await db
      .insertInto('files')
      .values({ sha256, type, bytes, created_at: this.now() })
      .onConflict((on) => on.column('sha256').doUpdateSet({ orphaned_at: null }))
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
