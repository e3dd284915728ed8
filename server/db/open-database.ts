import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Env } from '../boot/env.ts'
import { formatErrorReason, isDatabaseStarting, isTransactionConflict } from '../errors/database-errors.ts'
import { StartupError } from '../errors/startup-error.ts'
import { connectToDatabase, type DatabaseLocation, runMigrations } from './connect-to-database.ts'
import { loadEmbeddedTemplate } from './embedded-template.ts'
import type { Database } from './schema.ts'

/** Time to wait for a database that is starting or has no free connection, in milliseconds. */
const STARTING_DATABASE_WAIT_MS = 30_000
const RETRY_MS = 250

/**
 * Opens the database of the environment and runs pending migrations. Waits for a starting server and retries after conflicts with
 * concurrent writers. Throws `StartupError` if the database cannot be opened.
 */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  log?: Logger,
): Promise<Kysely<Database>> {
  const location = DATABASE_URL ? 'The database at DATABASE_URL' : `The database in ${join(DATA_DIR, 'db')}`
  const startedAt = performance.now()
  try {
    const db = await connectToDatabase(
      DATABASE_URL ? { url: DATABASE_URL } : await locateEmbeddedDatabase(join(DATA_DIR, 'db')),
      log,
    )
    for (;;) {
      try {
        await runMigrations(db)
        return db
      } catch (error) {
        if (
          !(isDatabaseStarting(error) || isTransactionConflict(error)) ||
          performance.now() - startedAt > STARTING_DATABASE_WAIT_MS
        )
          throw error
        await pause(RETRY_MS)
      }
    }
  } catch (fault) {
    throw new StartupError(`${location} cannot be opened: ${formatErrorReason(fault)}`)
  }
}

async function locateEmbeddedDatabase(folder: string): Promise<DatabaseLocation> {
  // Creates the folder without access for other accounts. PGlite would create a folder that other accounts can read.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const isEmpty = (await readdir(folder)).length === 0
  return { folder, from: isEmpty ? await loadEmbeddedTemplate() : undefined }
}
