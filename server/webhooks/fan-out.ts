import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { json } from '../db/values.ts'
import { messageOf } from '../events/message.ts'
import type { Kept } from '../events/outbox.ts'

/** Writes down what is to be sent to whom. Handed the same events again, it adds nothing. */
export const fanOut = (db: Kysely<Database>, at: Date, batch: readonly Kept[]): Promise<void> =>
  transact(db, async (trx) => {
    const hooks = await trx.selectFrom('webhooks').select(['id', 'keys']).where('is_enabled', '=', true).execute()
    const rows = hooks.flatMap(({ id, keys }) =>
      batch
        .filter(({ event }) => keys.length === 0 || keys.includes(event.key))
        .map((kept) => ({
          id: uuidv7(),
          webhook_id: id,
          position: String(kept.number),
          asset_id: kept.event.id,
          message: json(messageOf(kept)),
          status: 'waiting' as const,
          due_at: at,
          created_at: at,
        })),
    )
    // Each row has eight parameters, and a statement has at most 65,535.
    for (let from = 0; from < rows.length; from += 1000)
      await trx
        .insertInto('webhook_deliveries')
        .values(rows.slice(from, from + 1000))
        .onConflict((on) => on.columns(['webhook_id', 'position']).doNothing())
        .execute()
  })
