import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import pino, { type Logger } from 'pino'
import { migrations } from './migrations/index.ts'
import { createOutageLog } from './outage-log.ts'
import { createPgliteDialect } from './pglite-dialect.ts'
import { PreparedQueries } from './prepared-queries.ts'
import { ResilientPool } from './resilient-pool.ts'
import type { Database } from './schema.ts'
import { SelfHealingPGlite } from './self-healing-pglite.ts'
import { withLongTimeout } from './wait-budget.ts'

/** Size of PGlite's cache of table pages. PGlite never frees the cache, and the default size is 128 MB. */
const SHARED_BUFFERS = '16MB'

/**
 * Location of the database: a PostgreSQL server, a local folder, or memory (tests). `times` multiplies the
 * pool's timeouts for connections, statements and locks. `from` is a dump of PGlite that fills an empty folder or memory.
 */
export type DatabaseLocation =
  | { url: string; times?: number }
  | { folder: string; from?: Blob | undefined }
  | { memory: true; from?: Blob }

const SILENT = pino({ level: 'silent' })

/**
 * Opens the database. The caller runs migrations and calls `destroy`. Statements reject with `DatabaseUnavailableError` while the
 * server is unreachable; `log` gets a line at the start and the end of an outage.
 */
export async function connectToDatabase(address: DatabaseLocation, log: Logger = SILENT): Promise<Kysely<Database>> {
  const outage = createOutageLog(log)
  if ('url' in address) {
    const { default: pg } = await import('pg')
    return new Kysely<Database>({
      dialect: new PostgresDialect({ pool: new ResilientPool(pg.Pool, address.url, outage, address.times) }),
    })
  }
  let { from } = address
  const open = async () => {
    const dump = from
    // Only the first call loads the dump: a reopened database has its own rows.
    from = undefined
    return new PreparedQueries(await createPGlite('folder' in address ? address.folder : undefined, dump))
  }
  const pglite = 'folder' in address ? await SelfHealingPGlite.open(address.folder, open, outage) : await open()
  return new Kysely<Database>({ dialect: createPgliteDialect(pglite) })
}

export const createPGlite = (folder?: string, from?: Blob): Promise<PGlite> =>
  PGlite.create({
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    ...(folder ? { dataDir: folder } : {}),
    ...(from ? { loadDataDir: from } : {}),
  })

/** Runs pending migrations. Rejects with the error of the first migration that fails. */
export const runMigrations = (db: Kysely<Database>): Promise<void> =>
  withLongTimeout(async () => {
    if (await isUpToDate(db)) return
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })

/** Returns whether every migration has run. Faster than the migrator, which inspects all tables first. */
async function isUpToDate(db: Kysely<Database>): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(
    db,
  )
  if (!tables[0]?.name) return false
  const { missing, foreign } = await readMigrationStatus(db)
  return missing.length === 0 && foreign.length === 0
}

/** Returns the names of pending migrations (`missing`), and of applied ones that only a newer version knows (`foreign`). */
export async function readMigrationStatus(db: Kysely<Database>): Promise<{ missing: string[]; foreign: string[] }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  const ownMigrations = Object.keys(migrations)
  return {
    missing: ownMigrations.filter((name) => !done.has(name)),
    foreign: [...done].filter((name) => !(name in migrations)),
  }
}
