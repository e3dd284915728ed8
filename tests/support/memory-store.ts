import { Kysely } from 'kysely'
import { createPGlite } from '../../server/db/open.ts'
import { type EmbeddedDatabase, pgliteDialect } from '../../server/db/pglite-dialect.ts'
import { PreparedQueries } from '../../server/db/prepared-queries.ts'
import type { Database } from '../../server/db/schema.ts'
import { template } from '../../server/db/template.ts'
import { COUNT_ANEW, emptyTables } from './empty-tables.ts'
import { shapeOf } from './store-shape.ts'

/** How many databases a process keeps for its next tests, each some 100 MB of memory. */
const MOST_KEPT = 2

/** What outlives the rows: a transaction left open, settings and tables of the session, locks, and where counting stands. */
const BEGIN_ANEW = ['rollback', 'reset all', 'discard temp', 'select pg_advisory_unlock_all()', ...COUNT_ANEW]

interface Spare {
  pglite: PreparedQueries
  shape: string
}

// A process goes through several files, each with modules of its own: one place for all of them.
const { atelierStores: spare } = Object.assign(globalThis, {
  atelierStores: (globalThis as { atelierStores?: Spare[] }).atelierStores ?? [],
})

/**
 * A migrated store in memory, empty as after its migrations: one that an earlier test of this process has closed, or
 * one from a template on disk, which takes most of a second; to migrate one takes seconds.
 */
export async function openMemory(): Promise<Kysely<Database>> {
  const { pglite, shape } = spare.pop() ?? (await made())
  return new Kysely<Database>({ dialect: pgliteDialect(new Lent(pglite, shape)) })
}

async function made(): Promise<Spare> {
  const pglite = new PreparedQueries(await createPGlite(undefined, await template()))
  return { pglite, shape: await shapeOf(over(pglite)) }
}

const over = (pglite: PreparedQueries) => new Kysely<Database>({ dialect: pgliteDialect(pglite) })

/** A database that is not closed at its end but made as new for the next, unless its tables are no longer what they were. */
class Lent implements EmbeddedDatabase {
  closed = false
  readonly waitReady: Promise<void>

  constructor(
    private readonly pglite: PreparedQueries,
    private readonly shape: string,
  ) {
    this.waitReady = pglite.waitReady
  }

  async query<R>(sql: string, parameters: unknown[]): Promise<{ rows: R[]; affectedRows?: number }> {
    if (this.closed) throw new Error('PGlite is closed')
    return this.pglite.query<R>(sql, parameters)
  }

  async close(): Promise<void> {
    this.closed = true
    const { pglite, shape } = this
    if (spare.length >= MOST_KEPT || !(await this.#isAsNew())) return pglite.close()
    spare.push({ pglite, shape })
  }

  async #isAsNew(): Promise<boolean> {
    try {
      for (const statement of BEGIN_ANEW) await this.pglite.query(statement, [])
      const db = over(this.pglite)
      await emptyTables(db)
      return (await shapeOf(db)) === this.shape
    } catch {
      return false
    }
  }
}
