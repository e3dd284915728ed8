import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely'
import pino, { type Logger } from 'pino'
import { LivingPGlite } from './living-pglite.ts'
import { migrations } from './migrations/index.ts'
import { createOutage } from './outage.ts'
import { patiently } from './patience.ts'
import { PatientPool } from './patient-pool.ts'
import { pgliteDialect } from './pglite-dialect.ts'
import { PreparedQueries } from './prepared-queries.ts'
import type { Database } from './schema.ts'

/** What PGlite keeps of its tables' pages in memory; its own choice of 128 MB it holds for good once it has read as much. */
const BUFFERS = '16MB'

/**
 * Where the rows are kept: a PostgreSQL server, whose calls may take so many times as long as usual, a folder of our own, or
 * memory (tests); the last two, where they are empty, begin `from` a dump.
 */
export type StoreAddress =
  | { url: string; times?: number }
  | { folder: string; from?: Blob | undefined }
  | { memory: true; from?: Blob }

const SILENT = pino({ level: 'silent' })

/**
 * Opens the store; the caller migrates it and destroys it at the end. A server is reached only by the first statement;
 * statements reject with `DatabaseAway` while it cannot be had, and `log` hears when that begins and ends.
 */
export async function openStore(address: StoreAddress, log: Logger = SILENT): Promise<Kysely<Database>> {
  const outage = createOutage(log)
  if ('url' in address) {
    const { default: pg } = await import('pg')
    return new Kysely<Database>({
      dialect: new PostgresDialect({ pool: new PatientPool(pg.Pool, address.url, outage, address.times) }),
    })
  }
  let { from } = address
  const open = async () => {
    const begins = from
    // Opened again, it has rows of its own.
    from = undefined
    return new PreparedQueries(await createPGlite('folder' in address ? address.folder : undefined, begins))
  }
  const pglite = 'folder' in address ? await LivingPGlite.open(address.folder, open, outage) : await open()
  return new Kysely<Database>({ dialect: pgliteDialect(pglite) })
}

/** A database of our own with the extensions that its tables need, in a folder or in memory, empty or `from` a dump. */
export const createPGlite = (folder?: string, from?: Blob): Promise<PGlite> =>
  PGlite.create({
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${BUFFERS}`],
    ...(folder ? { dataDir: folder } : {}),
    ...(from ? { loadDataDir: from } : {}),
  })

/** Brings the tables up to date. Rejects with the fault of the first migration that fails. */
export const migrate = (db: Kysely<Database>): Promise<void> =>
  patiently(async () => {
    if (await isUpToDate(db)) return
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  })

/** Whether every migration has run: asked first, because the migrator looks at all tables before it says so. */
async function isUpToDate(db: Kysely<Database>): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(
    db,
  )
  if (!tables[0]?.name) return false
  const { missing, foreign } = await migrationsOf(db)
  return missing.length === 0 && foreign.length === 0
}

/** The names of migrations that have not run yet, and of those that ran and only a newer version knows. */
export async function migrationsOf(db: Kysely<Database>): Promise<{ missing: string[]; foreign: string[] }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  const known = Object.keys(migrations)
  return {
    missing: known.filter((name) => !done.has(name)),
    foreign: [...done].filter((name) => !(name in migrations)),
  }
}
