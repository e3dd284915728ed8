import type { Kysely } from 'kysely'
import { openDataFolder } from '../boot/data-folder.ts'
import { type Env, readEnv } from '../boot/env.ts'
import type { Database } from '../db/schema.ts'

/**
 * Runs work on the database of this environment, and closes the database. With PostgreSQL, a command can run next to the server.
 * A PGlite folder allows only one process, so the command fails while the server runs.
 */
export async function withDatabase<T>(work: (db: Kysely<Database>, env: Env) => Promise<T>): Promise<T> {
  const env = readEnv(process.env)
  const folder = env.DATABASE_URL ? undefined : await openDataFolder(env.DATA_DIR)
  const { openDatabase } = await import('../db/open-database.ts')
  const db = await openDatabase(env)
  try {
    return await work(db, env)
  } finally {
    await db.destroy()
    folder?.release()
  }
}
