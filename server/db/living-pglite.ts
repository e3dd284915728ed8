import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, DatabaseAway, isPanic, isStorageFull, reasonOf } from './faults.ts'
import type { Outage } from './outage.ts'
import type { EmbeddedDatabase } from './pglite-dialect.ts'

/** It is opened again only where there is room for what it writes as it recovers (its log goes in steps of 16 MB), in bytes. */
const ROOM_BYTES = 32 * 1024 * 1024
/** Each opening that fails is followed by a wait, doubled up to the longest, in milliseconds: what failed keeps its memory. */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

/**
 * PGlite in a folder that outlives its own end. A fault that ends PostgreSQL (PANIC) leaves a PGlite that never comes back
 * from the next question and stops the whole process there: it is not asked again, and another is opened over its
 * folder, which recovers as after a fall.
 */
export class LivingPGlite implements EmbeddedDatabase {
  closed = false
  readonly waitReady = Promise.resolve()
  #pglite: EmbeddedDatabase | undefined
  #end: unknown
  #waitMs = FIRST_WAIT_MS
  #nextAt = 0

  private constructor(
    private readonly folder: string,
    private readonly open: () => Promise<EmbeddedDatabase>,
    private readonly outage: Outage,
    private readonly clock: () => number,
  ) {}

  /** Opens it, and keeps `open` for later. Rejects where it cannot be opened. */
  static async open(
    folder: string,
    open: () => Promise<EmbeddedDatabase>,
    outage: Outage,
    clock = () => performance.now(),
  ): Promise<LivingPGlite> {
    const living = new LivingPGlite(folder, open, outage, clock)
    living.#pglite = await open()
    return living
  }

  async query<R>(sql: string, parameters: unknown[]): Promise<{ rows: R[]; affectedRows?: number }> {
    if (!this.#pglite) throw this.#away()
    try {
      const answer = await this.#pglite.query<R>(sql, parameters)
      this.outage.ends()
      return answer
    } catch (fault) {
      if (isDamage(fault)) this.outage.begins(fault)
      if (!isEnd(fault)) throw fault
      this.#pglite = undefined
      this.#end = fault
      this.outage.begins(fault)
      throw this.#away()
    }
  }

  async revive(): Promise<void> {
    if (this.#pglite) return
    if (this.clock() < this.#nextAt) throw this.#away()
    await this.#checkFolder()
    try {
      this.#pglite = await this.open()
      this.#waitMs = FIRST_WAIT_MS
      this.outage.ends()
    } catch (fault) {
      this.#end = fault
      this.#nextAt = this.clock() + this.#waitMs
      this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS)
      this.outage.begins(fault)
      throw this.#away()
    }
  }

  async close(): Promise<void> {
    this.closed = true
    await this.#pglite?.close()
  }

  /** Over an empty folder PGlite would make an empty database, as if nothing had ever been in it. */
  async #checkFolder(): Promise<void> {
    try {
      await access(join(this.folder, 'PG_VERSION'))
    } catch {
      this.#end = new Error(
        `the database's files in ${this.folder} are gone; bring them back, then start the server again`,
      )
      this.outage.begins(this.#end)
      throw this.#away()
    }
    const { bavail, bsize } = await statfs(this.folder)
    if (bavail * bsize >= ROOM_BYTES) return
    this.#end = Object.assign(new Error('no room to open the database again'), { code: 'ENOSPC' })
    throw this.#away()
  }

  /** Says why it cannot be had; a full disk stays one. */
  #away(): Error {
    return new DatabaseAway(reasonOf(this.#end), { cause: this.#end })
  }
}

/** After this PGlite must not be asked again: PostgreSQL gave up, or its code was stopped where it stood. */
const isEnd = (fault: unknown): boolean =>
  isPanic(fault) || fault instanceof WebAssembly.RuntimeError || (fault as Error)?.name === 'ExitStatus'

/** Files that it cannot find or read: somebody has to look after them. */
const isDamage = (fault: unknown): boolean => !isStorageFull(fault) && /^(58\w{3}|XX00[12])$/.test(codeOf(fault))
