import { type Kysely, sql } from 'kysely'
import type { AssetActivity, audit } from '../../src/api/contract/audit.ts'
import type { HandlerInput } from '../../src/api/contract/endpoint.ts'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { ListPage } from '../../src/api/contract/list.ts'
import { type Ability, canReadEveryAsset } from '../auth/abilities.ts'
import { allowedAssetsSql, allowedTrashedAssetsSql } from '../auth/allowed-assets.ts'
import type { Caller } from '../auth/call.ts'
import { readListPage } from '../db/read-list-page.ts'
import type { Database } from '../db/schema.ts'
import { assetSummarySql } from './asset-summary.ts'

type Row = Omit<AssetActivity, 'at' | 'actor' | 'asset' | 'other' | 'fields'> & {
  at: Date
  actorId: string | null
  name: string | null
  email: string | null
  fields: string[] | null
  asset: AssetActivity['asset'] | null
  other: AssetActivity['other'] | null
}

/** Returns a page of the asset events that the caller is allowed to see, sorted by `seq`. */
export async function readAssetEvents(
  db: Kysely<Database>,
  { ability }: Caller,
  { page, limit, after, order, key, userId, assetId }: HandlerInput<(typeof audit)['events']>['query'],
): Promise<ListPage<AssetActivity>> {
  let matching = db
    .selectFrom('outbox')
    .selectAll('outbox')
    .select(sql<string>`seq::text`.as('id'))
    .where(visibleEventsSql(ability))
  if (key?.length) matching = matching.where('key', 'in', key)
  if (userId !== undefined) matching = matching.where('actor_id', '=', userId)
  if (assetId !== undefined) matching = matching.where('asset_id', '=', assetId)
  // Names of trashed assets are only for callers who are allowed to restore the assets.
  const named = sql`assets.id = row.asset_id and (${allowedAssetsSql(ability, 'read')} or ${allowedTrashedAssetsSql(ability, 'delete')})`
  const found = await readListPage<Row>(db, {
    matchingQuery: matching,
    columns: sql`row.id, row.at, row.key, row.asset_id as "assetId", row.actor_id as "actorId",
      row.details -> 'fields' as fields, ${assetSummarySql(named)} as asset, ${otherSubjectSql(ability)} as other,
      (select name from users where users.id = row.actor_id) as name,
      (select email from users where users.id = row.actor_id) as email`,
    order: ['seq', order === 'at' ? 'asc' : 'desc'],
    page,
    limit,
    after,
  })
  // Names and email addresses are for team members, not for every caller.
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

/** Returns the application or cage of an event, as JSON; null if the caller is not allowed to read that application or cage. */
function otherSubjectSql(ability: Ability) {
  const application = sql`select jsonb_build_object('kind', 'application', 'name', name) from applications`
  const body = sql`(select id from assets where id = cage_meshes.body_id and ${allowedAssetsSql(ability, 'read')})`
  const cage = sql`select jsonb_strip_nulls(jsonb_build_object('kind', 'cage', 'name', name, 'bodyId', ${body})) from cage_meshes`
  return sql<Row['other']>`case row.key
    when ${EVENT_KEYS.exported} then (${application} where id = row.asset_id and ${ability.can('read', 'Application')})
    when ${EVENT_KEYS.cageMeshUpdated} then (${cage} where id = row.asset_id and ${ability.can('create', 'Asset')})
  end`
}

/**
 * Condition on the events that a caller sees. Callers who read every asset see all events, including those of purged assets.
 * Other callers see only events of assets that they are allowed to read.
 */
function visibleEventsSql(ability: Ability) {
  if (canReadEveryAsset(ability)) return sql<boolean>`true`
  return sql<boolean>`exists (select from assets where assets.id = outbox.asset_id
    and (${allowedAssetsSql(ability, 'read')} or ${allowedTrashedAssetsSql(ability, 'read')}))`
}
