import type { Kysely } from 'kysely'
import { openDataFolder } from './data-folder.ts'
import type { Database } from './db/schema.ts'
import { type Env, readEnv } from './env.ts'

/**
 * Does something to the store of this environment, and closes it. A PostgreSQL server takes a command beside the server that
 * runs; a folder of PGlite's takes one of them, and refuses.
 */
export async function withStore<T>(work: (db: Kysely<Database>, env: Env) => Promise<T>): Promise<T> {
  const env = readEnv(process.env)
  const folder = env.DATABASE_URL ? undefined : await openDataFolder(env.DATA_DIR)
  const { openDatabase } = await import('./db/open-database.ts')
  const db = await openDatabase(env)
  try {
    return await work(db, env)
  } finally {
    await db.destroy()
    folder?.release()
  }
}
