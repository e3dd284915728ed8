import { Kysely } from 'kysely'
import { createPGlite } from '../../server/db/connect-to-database.ts'
import { loadEmbeddedTemplate } from '../../server/db/embedded-template.ts'
import { createPgliteDialect, type EmbeddedDatabase } from '../../server/db/pglite-dialect.ts'
import { PreparedQueries } from '../../server/db/prepared-queries.ts'
import type { Database } from '../../server/db/schema.ts'
import { emptyTables, RESET_COUNTERS_SQL } from './empty-tables.ts'
import { readSchemaFingerprint } from './schema-fingerprint.ts'

/** Maximum number of databases cached for later tests of the process. Each database uses about 100 MB of memory. */
const MAX_POOLED_DATABASES = 2

/**
 * Statements that reset what remains after the deletion of rows: a transaction, session settings and tables, locks, sequences.
 */
const RESET_SESSION_SQL = [
  'rollback',
  'reset all',
  'discard temp',
  'select pg_advisory_unlock_all()',
  ...RESET_COUNTERS_SQL,
]

interface PoolEntry {
  pglite: PreparedQueries
  fingerprint: string
}

// A process runs several test files, each with its own modules. A global variable shares the cache between the files.
const { atelierStores: pool } = Object.assign(globalThis, {
  atelierStores: (globalThis as { atelierStores?: PoolEntry[] }).atelierStores ?? [],
})

/**
 * Opens a migrated, empty store in memory. Reuses a store that an earlier test of this process closed. Otherwise, copies a
 * template on disk, which takes almost a second. Running the migrations would take seconds.
 */
export async function openMemoryStore(): Promise<Kysely<Database>> {
  const { pglite, fingerprint } = pool.pop() ?? (await createPoolEntry())
  return new Kysely<Database>({ dialect: createPgliteDialect(new PooledDatabase(pglite, fingerprint)) })
}

async function createPoolEntry(): Promise<PoolEntry> {
  const pglite = new PreparedQueries(await createPGlite(undefined, await loadEmbeddedTemplate()))
  return { pglite, fingerprint: await readSchemaFingerprint(createKysely(pglite)) }
}

const createKysely = (pglite: PreparedQueries) => new Kysely<Database>({ dialect: createPgliteDialect(pglite) })

/** Database that is reset and cached instead of closed, unless its schema has changed. */
class PooledDatabase implements EmbeddedDatabase {
  closed = false
  readonly waitReady: Promise<void>

  constructor(
    private readonly pglite: PreparedQueries,
    private readonly fingerprint: string,
  ) {
    this.waitReady = pglite.waitReady
  }

  async query<R>(sql: string, parameters: unknown[]): Promise<{ rows: R[]; affectedRows?: number }> {
    if (this.closed) throw new Error('PGlite is closed')
    return this.pglite.query<R>(sql, parameters)
  }

  async close(): Promise<void> {
    this.closed = true
    const { pglite, fingerprint } = this
    if (pool.length >= MAX_POOLED_DATABASES || !(await this.#reset())) return pglite.close()
    pool.push({ pglite, fingerprint })
  }

  async #reset(): Promise<boolean> {
    try {
      for (const statement of RESET_SESSION_SQL) await this.pglite.query(statement, [])
      const db = createKysely(this.pglite)
      await emptyTables(db)
      return (await readSchemaFingerprint(db)) === this.fingerprint
    } catch {
      return false
    }
  }
}
