import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isTransactionConflict } from '../errors/database-errors.ts'
import type { Database } from './schema.ts'

/** Maximum number of attempts at a transaction that conflicts with others. */
const MAX_TRIES = 3
/**
 * Maximum delay before the second attempt, in milliseconds; twice that before the third. After an immediate retry, both
 * transactions would conflict again.
 */
const MAX_JITTER_MS = 40

/**
 * Runs a transaction, and retries it after a conflict (deadlock, serialisation). `work` may run more than once, so it must touch
 * only the database. Rejects with the error of `work`.
 */
export async function transact<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isTransactionConflict(error) || tries === MAX_TRIES) throw error
      await pause(tries * MAX_JITTER_MS * (0.5 + Math.random() / 2))
    }
  }
}
