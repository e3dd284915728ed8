import type { Transaction } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Which of these assets are there and not in the trash. Nobody purges them before the transaction ends. */
export async function living(trx: Transaction<Database>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('assets')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    // In one order, so that two imports cannot wait for each other.
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}
