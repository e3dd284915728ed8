import type { Kysely } from 'kysely'
import pino, { type Logger } from 'pino'
import { ERROR_STATUS } from '../../src/api/contract/errors.ts'
import {
  ALL_UPLOAD_KINDS,
  fileUrl,
  type StoredFile,
  UPLOAD_QUOTA,
  type UploadQuota,
} from '../../src/api/contract/files.ts'
import { createOutageLog, type OutageLog } from '../db/outage-log.ts'
import type { Database } from '../db/schema.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { recordCost } from '../util/cost-meter.ts'
import {
  chargeOwner,
  discardUpload,
  FILE_GRACE_MS,
  type FileRemovalDeps,
  registerFile,
  registerFileForOwner,
} from './charges.ts'
import { checkUploadedFile } from './check-upload.ts'
import { type ContentStore, type StoredContent, toStoredContent } from './content-store.ts'
import { type InspectModel, inspectModelInProcess } from './inspect-model.ts'
import { releaseQuota, reserveQuota } from './quota.ts'
import { type FileStorage, openDiskStorage } from './storage.ts'
import { StoreOwner } from './store-owner.ts'
import { forEachCollectingErrors, sweepFiles } from './sweep-files.ts'
import { removeUnreservedUploads } from './sweep-uploads.ts'
import { logUnknownFiles } from './unknown-files.ts'
import { checkFileType, parseUploadMetadata, type UploadKinds, type UploadMetadata } from './upload-rules.ts'
import { readUploadState, toStoredFile } from './upload-state.ts'
import {
  type CheckFirstBytes,
  ignoreNotFoundUpload,
  UNFINISHED_UPLOAD_MS,
  type UploadDataStore,
} from './upload-store.ts'

export interface FileServiceOptions {
  kinds?: Partial<UploadKinds> | undefined
  quota?: UploadQuota | undefined
  openStorage?: ((folder: string, checkHead: CheckFirstBytes, outage: OutageLog) => Promise<FileStorage>) | undefined
  inspect?: InspectModel | undefined
  /** Whether another process uses the same folder. Incomplete files may then belong to that process. */
  isFolderInUse?: boolean | undefined
  /** Address of the database; for an embedded database, machine and folder. See {@link StoreOwner}. */
  databaseLocation?: string | undefined
  graceMs?: number | undefined
  log?: Logger | undefined
}

export class FileService {
  readonly kinds: UploadKinds
  readonly quota: UploadQuota
  readonly inspect: InspectModel
  readonly graceMs: number
  #storage!: FileStorage
  #owner!: StoreOwner
  readonly #log: Logger | undefined
  readonly #announcements = new Map<string, Promise<void>>()
  readonly #endAnnouncements = new Map<string, () => void>()
  readonly #finishing = new Map<string, Promise<StoredFile>>()

  private constructor(
    private readonly db: Kysely<Database>,
    private readonly now: () => Date,
    { kinds, quota = UPLOAD_QUOTA, inspect = inspectModelInProcess, graceMs = FILE_GRACE_MS, log }: FileServiceOptions,
  ) {
    this.kinds = { ...ALL_UPLOAD_KINDS, ...kinds }
    this.quota = quota
    this.inspect = inspect
    this.graceMs = graceMs
    this.#log = log
  }

  /** Opens the service. Stores files in the data folder unless another storage is passed. */
  static async open(db: Kysely<Database>, now: () => Date, folder: string, options: FileServiceOptions = {}) {
    const service = new FileService(db, now, options)
    const { openStorage = openDiskStorage, databaseLocation = folder, log } = options
    const outage = createOutageLog(log ?? pino({ level: 'silent' }), undefined, {
      service: 'the file store',
      isRequired: false,
    })
    service.#storage = await openStorage(folder, (id, head) => service.#checkFirstBytes(id, head), outage)
    service.#owner = new StoreOwner({ db, content: service.content, now, location: databaseLocation, log })
    if (!options.isFolderInUse) await service.content.removeLeftovers()
    return service
  }

  get content(): ContentStore {
    return this.#storage.content
  }

  get uploads(): UploadDataStore {
    return this.#storage.uploads
  }

  get owner(): StoreOwner {
    return this.#owner
  }

  get #removal(): FileRemovalDeps {
    return { content: this.content, owner: this.#owner, graceMs: this.graceMs }
  }

  /**
   * Stores bytes produced by the server, charges the owner and returns their address. Throws `QUOTA_EXCEEDED` or
   * `FILES_READ_ONLY`.
   */
  async storeBytes(bytes: Uint8Array, ownerId?: string): Promise<string> {
    recordCost({ bytes: bytes.length })
    await this.#owner.assertWritable()
    const content = await toStoredContent(bytes)
    const owner = ownerId === undefined ? undefined : { id: ownerId, quota: this.quota }
    await registerFileForOwner(this.db, content, owner, this.now())
    await this.content.put(content, bytes)
    return fileUrl(content.sha256, content.type)
  }

  /**
   * Reserves quota for a new upload, or returns the id of the upload already started with this idempotency key. The caller calls
   * {@link endAnnouncement} once the upload is stored or has failed. Throws the errors of {@link reserveQuota}.
   */
  async startUpload(
    id: string,
    { owner: ownerId }: UploadMetadata,
    bytes: number,
    key?: string,
  ): Promise<string | undefined> {
    const reserve = () => reserveQuota(this.db, { id, ownerId, bytes, at: this.now(), key }, this.quota)
    this.#announcements.set(id, new Promise((resolve) => this.#endAnnouncements.set(id, resolve)))
    const earlier = await reserve()
    if (earlier === undefined) return undefined
    await this.#announcements.get(earlier)
    if (this.#finishing.has(earlier) || (await this.findUnfinished(earlier).catch(ignoreNotFound))) return earlier
    if (await this.findFinished(earlier, ownerId).catch(ignorePermanentErrors)) return earlier
    // The server crashed after it had reserved quota, before it stored the upload.
    await this.#discard(earlier)
    return reserve()
  }

  endAnnouncement(id: string): void {
    this.#endAnnouncements.get(id)?.()
    this.#endAnnouncements.delete(id)
    this.#announcements.delete(id)
  }

  /** Returns metadata and size of an unfinished upload. Throws `NOT_FOUND`. */
  async findUnfinished(id: string): Promise<{ metadata: UploadMetadata; bytes: number; isComplete: boolean }> {
    const upload = await this.uploads.getUpload(id).catch(ignoreNotFoundUpload)
    if (!upload || upload.size === undefined) throw new HttpError('NOT_FOUND', 'The upload was not found.')
    return {
      metadata: parseUploadMetadata(upload.metadata),
      bytes: upload.size,
      isComplete: upload.size === upload.offset,
    }
  }

  /**
   * Returns an owner's upload, or undefined if the owner has none with that id. If the last byte arrived before a crash, finishes
   * the upload, and throws the errors of {@link finishUpload}. With `isDeleting`, the caller will delete the upload, so only an
   * upload with checked content is finished.
   */
  async find(
    id: string,
    ownerId: string,
    isDeleting = false,
  ): Promise<{ finishedFile: StoredFile | undefined } | undefined> {
    let row = await readUploadState(this.db, id, ownerId)
    // Waits only if the caller owns the upload. For other users, the delay would reveal that the upload exists.
    const finishing = row && isDeleting ? this.#finishing.get(id) : undefined
    if (finishing) {
      await finishing.catch(() => {})
      row = await readUploadState(this.db, id, ownerId)
    }
    if (!row) return undefined
    if (row.isFinished) return { finishedFile: toStoredFile(id, row) }
    if (row.sha256 === null && isDeleting) return { finishedFile: undefined }
    const isComplete =
      row.sha256 !== null ||
      this.#finishing.has(id) ||
      (await this.findUnfinished(id).catch(ignoreNotFound))?.isComplete
    return { finishedFile: isComplete ? await this.finishUpload(id) : undefined }
  }

  /** Returns an owner's finished upload, or undefined if there is none. Works as {@link find}. */
  async findFinished(id: string, ownerId: string): Promise<StoredFile | undefined> {
    return (await this.find(id, ownerId))?.finishedFile
  }

  /**
   * Checks a complete upload and moves it into the store. Throws the errors of {@link checkUploadedFile}, and discards a rejected
   * upload.
   */
  finishUpload(id: string): Promise<StoredFile> {
    const running = this.#finishing.get(id)
    if (running) return running
    const work = this.#finish(id).finally(() => this.#finishing.delete(id))
    this.#finishing.set(id, work)
    return work
  }

  /** Deletes an upload, finished or not. {@link discardUpload} describes when its file stops counting towards the quota. */
  async deleteUpload(id: string): Promise<void> {
    await this.#finishing.get(id)?.catch(() => {})
    await this.#discard(id)
    await discardUpload(this.db, this.#removal, id, this.now())
  }

  /**
   * Finishes uploads that a crash interrupted. Removes uploads not finished within a day, and files that are no longer needed.
   * Does nothing unless this database owns the file store, because unknown files may belong to another database.
   */
  async sweep(): Promise<void> {
    const at = this.now()
    if ((await this.#owner.check()).mode !== 'owner') return
    const starts = await this.db.selectFrom('upload_starts').select(['id', 'sha256', 'started_at']).execute()
    const old = at.getTime() - UNFINISHED_UPLOAD_MS
    await forEachCollectingErrors(
      [
        ...starts
          .filter(({ sha256 }) => sha256 !== null)
          .map(
            ({ id }) =>
              () =>
                this.finishUpload(id).catch(ignoreHttpErrors),
          ),
        ...starts
          .filter(({ sha256, started_at }) => sha256 === null && started_at.getTime() < old)
          .map(
            ({ id }) =>
              () =>
                this.#finishing.has(id) ? Promise.resolve() : this.#discard(id),
          ),
        () => removeUnreservedUploads(this.db, this.uploads),
        () => sweepFiles(this.db, this.#removal, at),
        () => logUnknownFiles(this.db, this.content, at, this.#log),
      ],
      (work) => work(),
    )
  }

  async #finish(id: string): Promise<StoredFile> {
    const row = await readUploadState(this.db, id)
    if (!row) throw notFoundError('The upload')
    if (row.isFinished) return toStoredFile(id, row)
    await this.#owner.assertWritable()
    const stored = row.sha256 === null ? await this.#checkReceived(id) : row
    if (!(await this.#storage.moveToContent(id, stored))) {
      await this.#discard(id)
      throw notFoundError('The upload')
    }
    await this.#removeBytes(id)
    await this.db.transaction().execute(async (trx) => {
      await registerFile(trx, stored, this.now())
      const start = await trx.deleteFrom('upload_starts').where('id', '=', id).returningAll().executeTakeFirst()
      if (!start?.kind) return
      const { owner_id, kind, filename } = start
      await chargeOwner(trx, stored.sha256, owner_id)
      await trx
        .insertInto('uploads')
        .values({ id, owner_id, sha256: stored.sha256, kind, filename, finished_at: this.now() })
        .execute()
    })
    return toStoredFile(id, stored)
  }

  /** Checks the received bytes and stores their type and checksum. Afterwards, the upload can be finished even after a crash. */
  async #checkReceived(id: string): Promise<StoredContent> {
    const { metadata } = await this.findUnfinished(id)
    const stored = await this.uploads
      .local(id, (path) => checkUploadedFile(path, metadata, this.kinds, this.inspect))
      .catch(async (error) => {
        if (error instanceof HttpError && error.code !== 'UNAVAILABLE') await this.#discard(id)
        throw error
      })
    const { kind, filename = null } = metadata
    await this.db.transaction().execute(async (trx) => {
      await registerFile(trx, stored, this.now())
      const updated = await trx
        .updateTable('upload_starts')
        .set({ sha256: stored.sha256, kind, filename })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      if (!updated) throw notFoundError('The upload')
    })
    return stored
  }

  async #discard(id: string): Promise<void> {
    await this.#removeBytes(id)
    await releaseQuota(this.db, id)
  }

  async #removeBytes(id: string): Promise<void> {
    await this.uploads.remove(id).catch(ignoreNotFoundUpload)
  }

  async #checkFirstBytes(id: string, head: Uint8Array): Promise<void> {
    const { metadata } = await this.findUnfinished(id)
    checkFileType(this.kinds, metadata.kind, head)
  }
}

/** Swallows HTTP errors, because the caller gets them when requesting the upload. Rethrows every other error. */
function ignoreHttpErrors(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error
}

/** Swallows permanent errors, which mean that the upload is lost or was refused. Rethrows errors that may be temporary. */
function ignorePermanentErrors(error: unknown): undefined {
  if (!(error instanceof HttpError) || ERROR_STATUS[error.code] >= 500) throw error
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof HttpError && error.code === 'NOT_FOUND')) throw error
}
