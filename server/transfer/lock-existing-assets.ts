import type { Transaction } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Returns the ids of assets that exist outside the trash. Locks these assets against a purge until the transaction ends. */
export async function lockExistingAssets(trx: Transaction<Database>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('assets')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    // Locked in a fixed order, so that two imports cannot deadlock.
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}
