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
import { loopTurns } from '../loop-turns.ts'

/** What is asked of PGlite. */
export interface EmbeddedDatabase {
  readonly closed: boolean
  readonly waitReady: Promise<void>
  query<R>(sql: string, parameters: unknown[]): Promise<{ rows: R[]; affectedRows?: number }>
  close(): Promise<void>
  /** Opens it again where it came to its end. Rejects with `DatabaseAway`, or for want of room, while it can't. */
  revive?(): Promise<void>
}

/**
 * Kysely over PGlite, which has one connection. Whoever holds it has it alone until it is released, so that nothing
 * gets into another's transaction. `destroy` closes PGlite and so writes what is left to write.
 */
export function pgliteDialect(pglite: EmbeddedDatabase): Dialect {
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
    } catch (fault) {
      await this.releaseConnection(connection)
      throw fault
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
    // It works on the event loop, and one query would follow the other for ever: between two, others must be heard.
    await loopTurns()
    const { rows, affectedRows } = await this.pglite.query<R>(sql, [...parameters])
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: PGlite has no cursors; whoever asks for one shall hear so
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('PGlite does not stream')
  }
}
