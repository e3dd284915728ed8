import { type Kysely, sql } from 'kysely'
import type { AssetActivity, audit } from '../../src/api/contract/audit.ts'
import type { Received } from '../../src/api/contract/endpoint.ts'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { ListPage } from '../../src/api/contract/list.ts'
import type { Ability } from '../auth/abilities.ts'
import { allowedAssets, allowedInTrash } from '../auth/allowed.ts'
import type { Caller } from '../call.ts'
import { readPage } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { namedAsset } from './named.ts'

type Row = Omit<AssetActivity, 'at' | 'actor' | 'asset' | 'other' | 'fields'> & {
  at: Date
  actorId: string | null
  name: string | null
  email: string | null
  fields: string[] | null
  asset: AssetActivity['asset'] | null
  other: AssetActivity['other'] | null
}

/** The events of assets that a caller may see, as the streams tell them, in the order in which they were written. */
export async function readAssetEvents(
  db: Kysely<Database>,
  { ability }: Caller,
  { page, limit, after, order, key, userId, assetId }: Received<(typeof audit)['events']>['query'],
): Promise<ListPage<AssetActivity>> {
  let matching = db
    .selectFrom('outbox')
    .selectAll('outbox')
    .select(sql<string>`seq::text`.as('id'))
    .where(heardBy(ability))
  if (key?.length) matching = matching.where('key', 'in', key)
  if (userId !== undefined) matching = matching.where('actor_id', '=', userId)
  if (assetId !== undefined) matching = matching.where('asset_id', '=', assetId)
  // What is in the trash goes by its name for those who could take it out alone.
  const named = sql`assets.id = row.asset_id and (${allowedAssets(ability, 'read')} or ${allowedInTrash(ability, 'delete')})`
  const found = await readPage<Row>(db, {
    matching,
    columns: sql`row.id, row.at, row.key, row.asset_id as "assetId", row.actor_id as "actorId",
      row.details -> 'fields' as fields, ${namedAsset(named)} as asset, ${otherThing(ability)} as other,
      (select name from users where users.id = row.actor_id) as name,
      (select email from users where users.id = row.actor_id) as email`,
    order: ['seq', order === 'at' ? 'asc' : 'desc'],
    page,
    limit,
    after,
  })
  // Names and addresses are for colleagues, not for everyone who may look.
  const isColleague = ability.can('update', 'Asset')
  return {
    ...found,
    data: found.data.map(({ at, actorId, name, email, fields, asset, other, ...row }) => ({
      ...row,
      at: at.toISOString(),
      fields: fields ?? [],
      ...(actorId !== null && {
        actor: {
          id: actorId,
          ...(isColleague && name !== null && { name }),
          ...(isColleague && email !== null && { email }),
        },
      }),
      ...(asset && { asset }),
      ...(other && { other }),
    })),
  }
}

/** What an event is about that is no asset, as JSON, where its reader may read that; else null. */
function otherThing(ability: Ability) {
  const application = sql`select jsonb_build_object('kind', 'application', 'name', name) from applications`
  const body = sql`(select id from assets where id = cage_meshes.body_id and ${allowedAssets(ability, 'read')})`
  const cage = sql`select jsonb_strip_nulls(jsonb_build_object('kind', 'cage', 'name', name, 'bodyId', ${body})) from cage_meshes`
  return sql<Row['other']>`case row.key
    when ${EVENT_KEYS.exported} then (${application} where id = row.asset_id and ${ability.can('read', 'Application')})
    when ${EVENT_KEYS.cageMeshUpdated} then (${cage} where id = row.asset_id and ${ability.can('create', 'Asset')})
  end`
}

/** What a caller hears of: of all that happens, who may read every asset, of what was purged too; else of those they may see. */
function heardBy(ability: Ability) {
  if (ability.rulesFor('read', 'Asset').some(({ conditions }) => !conditions)) return sql<boolean>`true`
  return sql<boolean>`exists (select from assets where assets.id = outbox.asset_id
    and (${allowedAssets(ability, 'read')} or ${allowedInTrash(ability, 'read')}))`
}
