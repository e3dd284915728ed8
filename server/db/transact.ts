import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isConflict } from './faults.ts'
import type { Database } from './schema.ts'

/** How often a transaction that stood in another's way is tried at most. */
const MOST_TRIES = 3
/**
 * Most that it stands aside before it is tried again, in milliseconds, twice that before the third time: who asks at once
 * takes the row before the other has woken up for it, and they stand in each other's way anew.
 */
const ASIDE_MS = 40

/**
 * Runs a transaction, and again where it was undone for another's sake (deadlock, serialisation). `work` may touch nothing
 * but the database, for it may run more than once. Rejects as it does.
 */
export async function transact<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (fault) {
      if (!isConflict(fault) || tries === MOST_TRIES) throw fault
      await pause(tries * ASIDE_MS * (0.5 + Math.random() / 2))
    }
  }
}
