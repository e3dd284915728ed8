import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../db/schema.ts'
import type { FileStoreTable } from '../db/tables/files.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ContentStore } from './content-store.ts'
import { type StoreMark, StoreMarkError } from './store-mark.ts'

/** Time for which a decision about the owner is cached, in milliseconds. */
export const OWNERSHIP_CACHE_MS = 60_000

export const EPOCH_RAISE_INTERVAL_MS = 10 * 60_000

/**
 * Time that a moved database waits before it owns the store, in milliseconds: a multiple of {@link EPOCH_RAISE_INTERVAL_MS}. If
 * the original database still runs, it raises the epoch in that time, which the moved copy detects.
 */
export const TAKEOVER_WAIT_MS = 60 * 60_000

const RETRY_AFTER_SECONDS = 60

export type ReadOnlyReason = keyof typeof REASONS

const REASONS = {
  copy: 'This database is a restored copy of the one that the stored files belong to',
  foreign: 'The stored files belong to another database',
  older: 'The stored files belong to a later state of this database, which was restored to an earlier one',
  missing: 'The stored files are not where this database left them',
  damaged: 'The mark that names the owner of the stored files cannot be read',
} as const

/**
 * Rights of a server on the file store. `owner` may store and delete files. `waiting` may only store them, until it is certain
 * that no other copy of the database runs. `readOnly` may only read.
 */
export type StoreOwnership = { mode: 'owner' } | { mode: 'waiting' } | { mode: 'readOnly'; reason: ReadOnlyReason }

interface StoreOwnerDeps {
  readonly db: Kysely<Database>
  readonly content: Pick<ContentStore, 'readMark' | 'writeMark' | 'expectMark'>
  readonly now: () => Date
  readonly location: string
  readonly log?: Pick<Logger, 'warn' | 'info'> | undefined
}

type StoreRow = Pick<Selectable<FileStoreTable>, 'id' | 'epoch' | 'identity' | 'place' | 'raised_at'>

/**
 * Decides whether this database owns the file store. Database and store each contain an id and an epoch. The owner raises the
 * epoch in the database first, then in the store, so a crash in between leaves the database ahead. If the store is ahead, the
 * database was restored from a backup, or another copy of the database wrote to the store.
 */
export class StoreOwner {
  #ownership: StoreOwnership | undefined
  #checkedAt = 0
  #checking: Promise<StoreOwnership> | undefined
  #hasControlData = true

  constructor(private readonly deps: StoreOwnerDeps) {}

  /** Rights found by the last check; undefined before the first check. */
  get ownership(): StoreOwnership | undefined {
    return this.#ownership
  }

  /** Message for operators if files are read-only. */
  get explanation(): string | undefined {
    const { reason } = this.#readOnly ?? {}
    return (
      reason &&
      `${REASONS[reason]}, so uploads are refused and no file is deleted. To make this database their owner: npm run files -- adopt`
    )
  }

  get #readOnly() {
    return this.#ownership?.mode === 'readOnly' ? this.#ownership : undefined
  }

  /** Throws `FILES_READ_ONLY` if this database must not store or remove files. */
  async assertWritable(): Promise<void> {
    const ownership = await this.current()
    if (ownership.mode !== 'readOnly') return
    const { reason } = ownership
    const message = `${REASONS[reason]}, so no file can be stored or removed for now.`
    throw new HttpError('FILES_READ_ONLY', message, { reason }, RETRY_AFTER_SECONDS)
  }

  async canDelete(): Promise<boolean> {
    return (await this.current()).mode === 'owner'
  }

  /** Returns this database's ownership of the file store, from a check that is at most {@link OWNERSHIP_CACHE_MS} old. */
  async current(): Promise<StoreOwnership> {
    const age = Math.abs(this.deps.now().getTime() - this.#checkedAt)
    return this.#ownership && age < OWNERSHIP_CACHE_MS ? this.#ownership : this.check()
  }

  /**
   * Compares the database with the store, and raises the epoch if it is due. Rejects if the database or the store is unreachable.
   */
  check(): Promise<StoreOwnership> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async #check(): Promise<StoreOwnership> {
    const { db, content, now } = this.deps
    const at = now()
    // Read before the row. If another process raises the epoch in between, the row may be ahead of the mark, but never the mark
    // ahead of the row.
    const readMark = () => content.readMark().catch(toDamagedMark)
    const firstMark = await readMark()
    const current = await this.#readIdentity()
    await insertRow(db)
    const { standing: ownership, raised } = await db.transaction().execute(async (trx) => {
      const row = await lockRow(trx)
      let mark = firstMark
      let ownership = decideOwnership(row, mark, current, at)
      // Another process may have written the first mark, or adopted the store, since the mark was read.
      if (ownership.mode === 'readOnly' || !mark) {
        mark = await readMark()
        ownership = decideOwnership(row, mark, current, at)
      }
      if (ownership.mode !== 'owner' || !isEpochDue(row, current, at)) return { standing: ownership, raised: undefined }
      const epoch = row.epoch + 1
      const raised = { id: row.id, epoch }
      // Written under the lock, so that other processes starting at the same time see the mark.
      if (!mark) await content.writeMark(raised)
      await trx
        .updateTable('file_store')
        .set({ epoch, ...current, raised_at: at })
        .execute()
      return { standing: ownership, raised: mark && raised }
    })
    if (raised) await content.writeMark(raised)
    if (ownership.mode === 'readOnly' && ownership.reason === 'missing') content.expectMark()
    this.#applyOwnership(ownership, at)
    return ownership
  }

  /**
   * Makes this database the owner, under a new id. Every other database becomes read-only at its next check. All files are marked
   * as used, because backups of the former owner may refer to them.
   */
  async adopt(): Promise<void> {
    const { db, content, now } = this.deps
    const at = now()
    const current = await this.#readIdentity()
    await insertRow(db)
    await db.transaction().execute(async (trx) => {
      const { epoch } = await lockRow(trx)
      const mark = { id: randomUUID(), epoch: epoch + 1 }
      await content.writeMark(mark)
      await trx
        .updateTable('file_store')
        .set({ ...mark, ...current, raised_at: at, listed_at: null })
        .execute()
      await trx.updateTable('files').set({ used: true }).where('used', '=', false).execute()
    })
    this.#applyOwnership({ mode: 'owner' }, at)
  }

  #applyOwnership(ownership: StoreOwnership, at: Date): void {
    const before = this.#readOnly?.reason
    this.#ownership = ownership
    this.#checkedAt = at.getTime()
    const after = this.#readOnly?.reason
    if (after && after !== before) this.deps.log?.warn({ reason: after }, this.explanation)
    if (before && !after) this.deps.log?.info('this database owns the stored files now')
  }

  async #readIdentity(): Promise<{ identity: string; place: string }> {
    const { db, location } = this.deps
    const system = await this.#systemIdentifier()
    const { rows } = await sql<{ database: string; table: string; address: string | null }>`
      select (select oid from pg_database where datname = current_database())::text as database,
        'file_store'::regclass::oid::text as "table", inet_server_addr()::text as address`.execute(db)
    const { database, table, address } = rows[0]!
    return { identity: [system, database, table].join('/'), place: address ? `${location} at ${address}` : location }
  }

  /** Returns the id that initdb gave the database server; empty if this database user is not allowed to read the id. */
  async #systemIdentifier(): Promise<string> {
    if (!this.#hasControlData) return ''
    try {
      const { rows } = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(
        this.deps.db,
      )
      return rows[0]!.id
    } catch (error) {
      if (!['42501', '42883'].includes(String((error as { code?: unknown }).code))) throw error
      this.#hasControlData = false
      return ''
    }
  }
}

/** Returns whether the epoch must be raised now. A clock that was set back must not prolong the interval. */
const isEpochDue = ({ raised_at, place }: StoreRow, current: { place: string }, at: Date): boolean =>
  !raised_at || place !== current.place || Math.abs(at.getTime() - raised_at.getTime()) >= EPOCH_RAISE_INTERVAL_MS

/** Converts an unreadable mark to `damaged`. Rethrows every other error. */
function toDamagedMark(error: unknown): 'damaged' {
  if (error instanceof StoreMarkError) return 'damaged'
  throw error
}

/**
 * Inserts the row if it is missing. Must be committed before the first mark is written. Otherwise, after a crash in between, no
 * database would have the mark's id.
 */
async function insertRow(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('file_store')
    .values({ id: randomUUID() })
    .onConflict((on) => on.doNothing())
    .execute()
}

async function lockRow(trx: Kysely<Database>): Promise<StoreRow> {
  return trx
    .selectFrom('file_store')
    .select(['id', 'epoch', 'identity', 'place', 'raised_at'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export function decideOwnership(
  row: StoreRow,
  mark: StoreMark | 'damaged' | undefined,
  current: { identity: string; place: string },
  at: Date,
): StoreOwnership {
  if (row.identity !== null && !isSameDatabase(row.identity, current.identity))
    return { mode: 'readOnly', reason: 'copy' }
  if (!mark) return row.epoch === 0 ? { mode: 'owner' } : { mode: 'readOnly', reason: 'missing' }
  if (mark === 'damaged') return { mode: 'readOnly', reason: 'damaged' }
  if (mark.id !== row.id) return { mode: 'readOnly', reason: 'foreign' }
  // With an epoch of 0, the server may have crashed after writing the first mark (epoch 1), before it committed the row.
  if (mark.epoch > Math.max(row.epoch, 1)) return { mode: 'readOnly', reason: 'older' }
  if (row.place === current.place || row.raised_at === null) return { mode: 'owner' }
  const hasWaited = at.getTime() - row.raised_at.getTime() >= TAKEOVER_WAIT_MS
  return { mode: hasWaited ? 'owner' : 'waiting' }
}

/** Compares identities. Ignores a part that is empty in either identity. */
function isSameDatabase(first: string, other: string): boolean {
  const others = other.split('/')
  return first.split('/').every((part, i) => part === '' || others[i] === '' || part === others[i])
}
