import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import { StartFault } from '../start-fault.ts'
import { isComing, isConflict, reasonOf } from './faults.ts'
import { migrate, openStore, type StoreAddress } from './open.ts'
import type { Database } from './schema.ts'
import { template } from './template.ts'

/** How long a database that says it is starting, or has no connection to spare, is waited for, in milliseconds. */
const COMING_MS = 30_000
const ASK_AGAIN_MS = 250

/**
 * Opens the store the environment names and brings its tables up to date. A server that is there but starting is waited
 * for, and so are others who write meanwhile; throws StartFault where there is none.
 */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  log?: Logger,
): Promise<Kysely<Database>> {
  const place = DATABASE_URL ? 'The database at DATABASE_URL' : `The database in ${join(DATA_DIR, 'db')}`
  const begun = performance.now()
  try {
    const db = await openStore(DATABASE_URL ? { url: DATABASE_URL } : await embedded(join(DATA_DIR, 'db')), log)
    for (;;) {
      try {
        await migrate(db)
        return db
      } catch (fault) {
        if (!(isComing(fault) || isConflict(fault)) || performance.now() - begun > COMING_MS) throw fault
        await pause(ASK_AGAIN_MS)
      }
    }
  } catch (fault) {
    throw new StartFault(`${place} cannot be opened: ${reasonOf(fault)}`)
  }
}

async function embedded(folder: string): Promise<StoreAddress> {
  // Made here, and not by the database: it is nobody else's to look into.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const isEmpty = (await readdir(folder)).length === 0
  return { folder, from: isEmpty ? await template() : undefined }
}
