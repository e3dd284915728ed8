import { type Kysely, sql } from 'kysely'
import { fileAddress, type Quota, SENT_KINDS, type StoredFile, UPLOAD_QUOTA } from '../../src/api/contract/files.ts'
import type { Database } from '../db/schema.ts'
import { notFound, Refusal } from '../errors.ts'
import { charge, giveUp, keepFor, register } from './charges.ts'
import { checkArrived } from './check-arrived.ts'
import { type ContentStore, contentOf, type StoredContent } from './content-store.ts'
import { type InspectModel, inspectHere } from './inspect.ts'
import { release, reserve } from './quota.ts'
import { openDiskStorage, type Storage } from './storage.ts'
import { eachOf, sweepFiles } from './sweep-files.ts'
import { checkType, readFacts, type UploadFacts, type UploadKinds } from './upload-rules.ts'
import { type ArrivingUploads, type CheckHead, UNFINISHED_MS } from './upload-store.ts'

/** How many uploads are looked up at a time. */
const LOOKED_UP = 500

/** What a room may be made from besides the usual: limits by kind and user, other storage, another way to look at models. */
export interface RoomOptions {
  kinds?: Partial<UploadKinds> | undefined
  quota?: Quota | undefined
  openStorage?: ((folder: string, checkHead: CheckHead) => Promise<Storage>) | undefined
  inspect?: InspectModel | undefined
  /** Another process has the folder and is at work in it: what lies there half written is not left over. */
  isBeside?: boolean | undefined
}

/** Everything about files: those on their way, and those that arrived whole. */
export class FileRoom {
  readonly kinds: UploadKinds
  readonly quota: Quota
  readonly inspect: InspectModel
  #storage!: Storage
  readonly #announcing = new Map<string, Promise<void>>()
  readonly #announced = new Map<string, () => void>()
  readonly #finishing = new Map<string, Promise<StoredFile>>()

  private constructor(
    private readonly db: Kysely<Database>,
    private readonly now: () => Date,
    { kinds, quota = UPLOAD_QUOTA, inspect = inspectHere }: RoomOptions,
  ) {
    this.kinds = { ...SENT_KINDS, ...kinds }
    this.quota = quota
    this.inspect = inspect
  }

  /** Opens the room; files are kept in folders of the data folder where no other storage is handed in. */
  static async open(db: Kysely<Database>, now: () => Date, folder: string, options: RoomOptions = {}) {
    const room = new FileRoom(db, now, options)
    const { openStorage = openDiskStorage } = options
    room.#storage = await openStorage(folder, (id, head) => room.#checkArriving(id, head))
    if (!options.isBeside) await room.content.clear()
    return room
  }

  get content(): ContentStore {
    return this.#storage.content
  }

  get uploads(): ArrivingUploads {
    return this.#storage.uploads
  }

  /**
   * Stores bytes the server made itself, for somebody who is charged for them, and answers their address. Throws
   * `QUOTA_EXCEEDED`.
   */
  async keep(bytes: Uint8Array, ownerId?: string): Promise<string> {
    const content = await contentOf(bytes)
    const owner = ownerId === undefined ? undefined : { id: ownerId, quota: this.quota }
    await keepFor(this.db, content, owner, this.now())
    await this.content.put(content, bytes)
    return fileAddress(content.sha256, content.type)
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
    if (this.#finishing.has(earlier) || (await this.underWay(earlier).catch(() => undefined))) return earlier
    if (await this.finished(earlier, ownerId).catch(() => undefined)) return earlier
    // Room was kept, but the server fell before the upload was.
    await this.#drop(earlier)
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

  /**
   * An upload of an owner: undefined where they have none of that id, whether or not another has. One whose last byte came
   * just before the server fell is finished now, but not for whoever `givesUp`. Throws as {@link finish}.
   */
  async find(id: string, ownerId: string, givesUp = false): Promise<{ finished: StoredFile | undefined } | undefined> {
    let row = await this.#row(id, ownerId)
    // Not before it is known whose it is: a stranger must not be kept waiting by what there is.
    const finishing = row && givesUp ? this.#finishing.get(id) : undefined
    if (finishing) {
      await finishing.catch(() => {})
      row = await this.#row(id, ownerId)
    }
    if (!row) return undefined
    if (row.isFinished) return { finished: storedFile(id, row) }
    if (row.sha256 === null && givesUp) return { finished: undefined }
    const isWhole =
      row.sha256 !== null || this.#finishing.has(id) || (await this.underWay(id).catch(() => undefined))?.isWhole
    return { finished: isWhole ? await this.finish(id) : undefined }
  }

  /** A finished upload of an owner, as {@link find}. */
  async finished(id: string, ownerId: string): Promise<StoredFile | undefined> {
    return (await this.find(id, ownerId))?.finished
  }

  /** Checks an upload that arrived whole and moves it into the store. Throws what {@link checkArrived} does, and forgets it. */
  finish(id: string): Promise<StoredFile> {
    const running = this.#finishing.get(id)
    if (running) return running
    const work = this.#finish(id).finally(() => this.#finishing.delete(id))
    this.#finishing.set(id, work)
    return work
  }

  /** Gives an upload up, finished or not, and what is charged for it as soon as its bytes are gone; see {@link giveUp}. */
  async forget(id: string): Promise<void> {
    await this.#finishing.get(id)?.catch(() => {})
    await this.#drop(id)
    await giveUp(this.db, this.content, id, this.now())
  }

  /**
   * Brings uploads to their end that a fall held up, removes those that nobody finished in a day and bytes that belong to
   * none, and files that nothing has referred to for a day.
   */
  async sweep(): Promise<void> {
    const at = this.now()
    const starts = await this.db.selectFrom('upload_starts').select(['id', 'sha256', 'started_at']).execute()
    const old = at.getTime() - UNFINISHED_MS
    await eachOf(
      [
        ...starts
          .filter(({ sha256 }) => sha256 !== null)
          .map(
            ({ id }) =>
              () =>
                this.finish(id).catch(refusalsAside),
          ),
        ...starts
          .filter(({ sha256, started_at }) => sha256 === null && started_at.getTime() < old)
          .map(
            ({ id }) =>
              () =>
                this.#finishing.has(id) ? Promise.resolve() : this.#drop(id),
          ),
        () => this.#removeStrays(),
        () => sweepFiles(this.db, this.content, at),
      ],
      (work) => work(),
    )
  }

  async #finish(id: string): Promise<StoredFile> {
    const row = await this.#row(id)
    if (!row) throw notFound('The upload')
    if (row.isFinished) return storedFile(id, row)
    const stored = row.sha256 === null ? await this.#checkWhole(id) : row
    if (!(await this.#storage.settle(id, stored))) {
      await this.#drop(id)
      throw notFound('The upload')
    }
    await this.#removeBytes(id)
    await this.db.transaction().execute(async (trx) => {
      await register(trx, stored, this.now())
      const start = await trx.deleteFrom('upload_starts').where('id', '=', id).returningAll().executeTakeFirst()
      // Another process has done it meanwhile.
      if (!start?.kind) return
      const { owner_id, kind, filename } = start
      await charge(trx, stored.sha256, owner_id)
      await trx
        .insertInto('uploads')
        .values({ id, owner_id, sha256: stored.sha256, kind, filename, finished_at: this.now() })
        .execute()
    })
    return storedFile(id, stored)
  }

  /** Checks what arrived and notes what it is, from when on the upload is finished whatever falls in between. */
  async #checkWhole(id: string): Promise<StoredContent> {
    const { facts } = await this.underWay(id)
    const stored = await this.uploads
      .local(id, (path) => checkArrived(path, facts, this.kinds, this.inspect))
      .catch(async (fault) => {
        if (fault instanceof Refusal && fault.code !== 'UNAVAILABLE') await this.#drop(id)
        throw fault
      })
    const { kind, filename = null } = facts
    await this.db.transaction().execute(async (trx) => {
      await register(trx, stored, this.now())
      const noted = await trx
        .updateTable('upload_starts')
        .set({ sha256: stored.sha256, kind, filename })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      if (!noted) throw notFound('The upload')
    })
    return stored
  }

  /** Removes the bytes of an unfinished upload, and only then gives its room back. */
  async #drop(id: string): Promise<void> {
    await this.#removeBytes(id)
    await release(this.db, id)
  }

  async #removeBytes(id: string): Promise<void> {
    await this.uploads.remove(id).catch((fault: { status_code?: number }) => {
      if (fault.status_code !== 404) throw fault
    })
  }

  /** Removes bytes for which no room is kept: there are none but what a fall, or an older version, left. */
  async #removeStrays(): Promise<void> {
    // All are listed before any is looked up: room is kept before there are bytes.
    const ids = new Set<string>()
    for await (const id of this.uploads.ids()) ids.add(id)
    const all = [...ids]
    for (let i = 0; i < all.length; i += LOOKED_UP) {
      const some = all.slice(i, i + LOOKED_UP)
      const rows = await this.db.selectFrom('upload_starts').select('id').where('id', 'in', some).execute()
      const known = new Set(rows.map(({ id }) => id))
      await eachOf(
        some.filter((id) => !known.has(id)),
        (id) => this.#removeBytes(id),
      )
    }
  }

  async #checkArriving(id: string, head: Uint8Array): Promise<void> {
    const { facts } = await this.underWay(id)
    checkType(this.kinds, facts.kind, head)
  }

  /** One statement, so that what is somebody else's takes as long as what is nobody's. */
  async #row(id: string, ownerId?: string): Promise<UploadRow | undefined> {
    const whose = ownerId === undefined ? sql`true` : sql`of_id.owner_id = ${ownerId}`
    const { rows } = await sql<UploadRow>`
      select of_id.sha256, files.type, files.bytes, of_id."isFinished" from (
        select owner_id, sha256, true as "isFinished" from uploads where id = ${id}
        union all
        select owner_id, sha256, false from upload_starts where id = ${id}
      ) of_id left join files using (sha256) where ${whose}`.execute(this.db)
    return rows[0]
  }
}

/** A finished upload, one whose content is known and that will be finished, or one that has not arrived. */
type UploadRow =
  | (StoredContent & { isFinished: boolean })
  | { sha256: null; type: null; bytes: null; isFinished: false }

const storedFile = (id: string, { sha256, type, bytes }: StoredContent): StoredFile => ({
  id,
  url: fileAddress(sha256, type),
  sha256,
  type,
  bytes,
})

/** What is wrong with an upload is told to whoever asks for it. */
function refusalsAside(fault: unknown) {
  if (!(fault instanceof Refusal)) throw fault
}
