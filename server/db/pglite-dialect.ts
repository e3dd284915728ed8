import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { yieldToEventLoop } from '../util/yield-to-event-loop.ts'

export interface EmbeddedDatabase {
  readonly closed: boolean
  readonly waitReady: Promise<void>
  query<R>(sql: string, parameters: unknown[]): Promise<{ rows: R[]; affectedRows?: number }>
  close(): Promise<void>
  /** Reopens the database after a crash. Rejects with `DatabaseUnavailableError`, whose cause is `ENOSPC` if the disk is full. */
  revive?(): Promise<void>
}

/**
 * Kysely dialect for PGlite. PGlite has one connection, which callers use one after another, so that no statement of another
 * caller runs in a transaction. `destroy` closes PGlite, which writes its buffers to disk.
 */
export function createPgliteDialect(pglite: EmbeddedDatabase): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PGliteDriver(pglite),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PGliteDriver implements Driver {
  #last: Promise<void> = Promise.resolve()
  readonly #releases = new WeakMap<DatabaseConnection, () => void>()

  constructor(private readonly pglite: EmbeddedDatabase) {}

  async init() {
    await this.pglite.waitReady
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = new PGliteConnection(this.pglite)
    const before = this.#last
    this.#last = new Promise((resolve) => this.#releases.set(connection, resolve))
    await before
    try {
      await this.pglite.revive?.()
    } catch (error) {
      await this.releaseConnection(connection)
      throw error
    }
    return connection
  }

  async releaseConnection(connection: DatabaseConnection) {
    this.#releases.get(connection)?.()
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy() {
    await this.#last
    if (!this.pglite.closed) await this.pglite.close()
  }
}

class PGliteConnection implements DatabaseConnection {
  constructor(private readonly pglite: EmbeddedDatabase) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // PGlite blocks the event loop during a query. Without this pause, consecutive queries would block other work until the last
    // query ends.
    await yieldToEventLoop()
    const { rows, affectedRows } = await this.pglite.query<R>(sql, [...parameters])
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: PGlite has no cursors; a caller that requests one gets an error
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('PGlite does not stream')
  }
}
