import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Env } from '../env.ts'
import { StartFault } from '../start-fault.ts'
import { migrate, openStore } from './open.ts'
import type { Database } from './schema.ts'

/** Opens the store the environment names and brings its tables up to date. Throws StartFault where it cannot be had. */
export async function openDatabase({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Kysely<Database>> {
  try {
    // Made here, and not by the database: it is nobody else's to look into.
    if (!DATABASE_URL) await mkdir(join(DATA_DIR, 'db'), { recursive: true, mode: 0o700 })
    const db = await openStore(DATABASE_URL ? { url: DATABASE_URL } : { folder: join(DATA_DIR, 'db') })
    await migrate(db)
    return db
  } catch (fault) {
    const reason = fault instanceof AggregateError ? fault.errors[0]?.message : (fault as Error).message
    const place = DATABASE_URL ? 'The database at DATABASE_URL' : `The database in ${join(DATA_DIR, 'db')}`
    throw new StartFault(`${place} cannot be opened: ${reason}`)
  }
}
