import { type Kysely, sql } from 'kysely'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { Database } from '../db/schema.ts'

/** Of a body that everything is made for no call could write of all: who shows one of the rest sees it when they ask again. */
const MOST_TOLD = 1_000

/**
 * Tells of the assets, those changed last of very many, that point at one that goes into the trash or comes out of it: they show a body or parent no more, or
 * again, and nobody wrote them. So they have no entry of history and no version of their own, which the event says.
 */
export async function tellPointing(
  trx: Kysely<Database>,
  assetId: string,
  { actorId, at }: { actorId: string; at: Date },
): Promise<void> {
  await sql`
    with pointing as (
      select id, updated_at, to_jsonb(array_remove(array[
        case when parent_id = ${assetId} then 'parentId' end, case when body_id = ${assetId} then 'bodyId' end], null)) as fields
      from assets where (parent_id = ${assetId} or body_id = ${assetId}) and deleted_at is null
      order by updated_at desc, id limit ${MOST_TOLD})
    insert into outbox (key, asset_id, actor_id, at, details)
    select told.key, pointing.id, ${actorId}, ${at}::timestamptz,
      jsonb_build_object('updatedAt', to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        || case when told.key = ${EVENT_KEYS.updatedV2} then jsonb_build_object('fields', fields) else '{}' end
    from pointing cross join (values (${EVENT_KEYS.updated}), (${EVENT_KEYS.updatedV2})) as told (key)
    order by pointing.id, told.key`.execute(trx)
}
