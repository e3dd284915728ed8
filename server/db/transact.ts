import type { Kysely, Transaction } from 'kysely'
import { isConflict } from './faults.ts'
import type { Database } from './schema.ts'

/** How often a transaction that stood in another's way is tried at most. */
const MOST_TRIES = 3

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
    }
  }
}
