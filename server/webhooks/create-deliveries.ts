import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { jsonSql } from '../db/values.ts'
import type { StoredEvent } from '../events/outbox.ts'
import { toAssetEventMessage } from '../events/to-asset-event-message.ts'

/** Stores one delivery per event and subscribed webhook. A repeated call with the same events adds nothing. */
export const createDeliveries = (db: Kysely<Database>, at: Date, batch: readonly StoredEvent[]): Promise<void> =>
  transact(db, async (trx) => {
    const hooks = await trx.selectFrom('webhooks').select(['id', 'keys']).where('is_enabled', '=', true).execute()
    const rows = hooks.flatMap(({ id, keys }) =>
      batch
        .filter(({ event }) => keys.length === 0 || keys.includes(event.key))
        .map((stored) => ({
          id: uuidv7(),
          webhook_id: id,
          position: String(stored.number),
          asset_id: stored.event.id,
          message: jsonSql(toAssetEventMessage(stored)),
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
