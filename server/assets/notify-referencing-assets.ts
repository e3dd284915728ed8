import { type Kysely, sql } from 'kysely'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { Database } from '../db/schema.ts'

/** Maximum number of assets that get an event. Very many assets may refer to one body. */
const MAX_NOTIFIED_ASSETS = 1_000

/**
 * Writes events for assets that refer to a trashed or restored asset, the latest changed first. These assets lose or regain a
 * reference without being written, so they get no changelog entry and no new `updatedAt`.
 */
export async function notifyReferencingAssets(
  trx: Kysely<Database>,
  assetId: string,
  { actorId, at }: { actorId: string; at: Date },
): Promise<void> {
  await sql`
    with referrers as (
      select id, updated_at, to_jsonb(array_remove(array[
        case when parent_id = ${assetId} then 'parentId' end, case when body_id = ${assetId} then 'bodyId' end], null)) as fields
      from assets where (parent_id = ${assetId} or body_id = ${assetId}) and deleted_at is null
      order by updated_at desc, id limit ${MAX_NOTIFIED_ASSETS})
    insert into outbox (key, asset_id, actor_id, at, details)
    select event.key, referrers.id, ${actorId}, ${at}::timestamptz,
      jsonb_build_object('updatedAt', to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        || case when event.key = ${EVENT_KEYS.updatedV2} then jsonb_build_object('fields', fields) else '{}' end
    from referrers cross join (values (${EVENT_KEYS.updated}), (${EVENT_KEYS.updatedV2})) as event (key)
    order by referrers.id, event.key`.execute(trx)
}
