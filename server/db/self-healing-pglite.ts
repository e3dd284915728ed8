import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import {
  DatabaseUnavailableError,
  formatErrorReason,
  getErrorCode,
  hasEndedDatabaseProcess,
  isStorageFull,
} from '../errors/database-errors.ts'
import type { OutageLog } from './outage-log.ts'
import type { EmbeddedDatabase } from './pglite-dialect.ts'

/** Free disk space needed to reopen the database, in bytes: recovery writes its log in steps of 16 MB. */
const MIN_FREE_BYTES = 32 * 1024 * 1024
/** Delay after the first failed reopening, in milliseconds. Each further failure doubles the delay, because each leaks memory. */
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000

/**
 * PGlite in a folder that survives a crash of its instance. After an error that ends PostgreSQL (PANIC), the next query would
 * never return and would block the whole process. So the instance is dropped, and a new instance recovers the folder.
 */
export class SelfHealingPGlite implements EmbeddedDatabase {
  closed = false
  readonly waitReady = Promise.resolve()
  #pglite: EmbeddedDatabase | undefined
  #failure: unknown
  #waitMs = FIRST_WAIT_MS
  #nextReopenAt = 0

  private constructor(
    private readonly folder: string,
    private readonly open: () => Promise<EmbeddedDatabase>,
    private readonly outage: OutageLog,
    private readonly clock: () => number,
  ) {}

  /** Opens the database. `open` is called again after a crash. Rejects if the database cannot be opened. */
  static async open(
    folder: string,
    open: () => Promise<EmbeddedDatabase>,
    outage: OutageLog,
    clock = () => performance.now(),
  ): Promise<SelfHealingPGlite> {
    const instance = new SelfHealingPGlite(folder, open, outage, clock)
    instance.#pglite = await open()
    return instance
  }

  async query<R>(sql: string, parameters: unknown[]): Promise<{ rows: R[]; affectedRows?: number }> {
    if (!this.#pglite) throw this.#unavailableError()
    try {
      const result = await this.#pglite.query<R>(sql, parameters)
      this.outage.reportSuccess()
      return result
    } catch (error) {
      if (isFileDamage(error)) this.outage.reportFailure(error)
      if (!isFatal(error)) throw error
      this.#pglite = undefined
      this.#failure = error
      this.outage.reportFailure(error)
      throw this.#unavailableError()
    }
  }

  async revive(): Promise<void> {
    if (this.#pglite) return
    if (this.clock() < this.#nextReopenAt) throw this.#unavailableError()
    await this.#checkFolder()
    try {
      this.#pglite = await this.open()
      this.#waitMs = FIRST_WAIT_MS
      this.outage.reportSuccess()
    } catch (error) {
      this.#failure = error
      this.#nextReopenAt = this.clock() + this.#waitMs
      this.#waitMs = Math.min(this.#waitMs * 2, MAX_WAIT_MS)
      this.outage.reportFailure(error)
      throw this.#unavailableError()
    }
  }

  async close(): Promise<void> {
    this.closed = true
    await this.#pglite?.close()
  }

  /** Throws if the database's files are missing or the disk is full. In an empty folder PGlite would create an empty database. */
  async #checkFolder(): Promise<void> {
    try {
      await access(join(this.folder, 'PG_VERSION'))
    } catch {
      this.#failure = new Error(
        `the database's files in ${this.folder} are missing; restore them, then restart the server`,
      )
      this.outage.reportFailure(this.#failure)
      throw this.#unavailableError()
    }
    const { bavail, bsize } = await statfs(this.folder)
    if (bavail * bsize >= MIN_FREE_BYTES) return
    this.#failure = Object.assign(new Error('not enough disk space to reopen the database'), { code: 'ENOSPC' })
    throw this.#unavailableError()
  }

  /** Creates the error of an unavailable database. Its `cause` is the original error, so that a full disk is reported as such. */
  #unavailableError(): Error {
    return new DatabaseUnavailableError(formatErrorReason(this.#failure), { cause: this.#failure })
  }
}

/** Returns whether the PGlite instance must not be used after this error: PostgreSQL panicked, or WebAssembly aborted. */
const isFatal = (error: unknown): boolean =>
  hasEndedDatabaseProcess(error) || error instanceof WebAssembly.RuntimeError || (error as Error)?.name === 'ExitStatus'

/** Returns whether files are missing or unreadable, which an operator must fix. */
const isFileDamage = (error: unknown): boolean =>
  !isStorageFull(error) && /^(58\w{3}|XX00[12])$/.test(getErrorCode(error))
