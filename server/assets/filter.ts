import type { Expression, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import { type assets, MANUAL_ORDER } from '../../src/api/contract/assets.ts'
import type { Received } from '../../src/api/contract/endpoint.ts'
import type { PageRequest } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { containing, fold } from '../db/values.ts'
import { invalidInput } from '../errors.ts'
import { countOf } from './counts.ts'

/** The filters of the asset list, parsed. */
export type AssetFilter = Received<(typeof assets)['countByType']>['query']

/** The assets that match, among those that `allowed` (a condition on `assets`) lets be seen. */
export function matchingAssets(
  db: Kysely<Database>,
  { search, type, gender, applicationId, tag, locked }: AssetFilter,
  allowed: RawBuilder<boolean>,
): SelectQueryBuilder<Database, 'assets', object> {
  let query = searching(db.selectFrom('assets').where(allowed), search)
  if (type?.length) query = query.where('assets.type', 'in', type)
  if (gender?.length) query = query.where('assets.gender', 'in', gender)
  if (applicationId?.length)
    query = query.where('assets.id', 'in', (of) =>
      of.selectFrom('asset_applications').select('asset_id').where('application_id', 'in', applicationId),
    )
  if (tag?.length)
    query = query.where('assets.id', 'in', (of) =>
      of.selectFrom('asset_tags').select('asset_id').where('tag_id', 'in', tag),
    )
  if (locked !== undefined) query = query.where('assets.locked', '=', locked === 'true')
  return query
}

/** Those of some assets whose name or id holds what is searched for; all of them where that is nothing. */
export function searching<O>(
  query: SelectQueryBuilder<Database, 'assets', O>,
  search: string | undefined,
): SelectQueryBuilder<Database, 'assets', O> {
  const wanted = search?.trim()
  if (!wanted) return query
  return query.where((is) =>
    is.or([
      is('assets.name_key', 'like', containing(fold(wanted))),
      is('assets.id', 'like', containing(wanted.toLowerCase())),
    ]),
  )
}

/**
 * How many match and how they are picked, without looking at each, where every asset may be seen and little is asked for:
 * all, some types, one tag, or one application, sorted by `field` of the contract.
 */
export function shortcutsOf(
  db: Kysely<Database>,
  filter: AssetFilter,
  seesAll: boolean,
  field: string,
): Pick<PageRequest, 'total' | 'picking'> {
  const { search, type = [], gender, applicationId = [], tag = [], locked } = filter
  const isNarrowed = Boolean(search?.trim() || gender?.length || locked !== undefined)
  if (!seesAll || isNarrowed) return {}
  const [application] = applicationId
  const links = applicationId.length + tag.length
  if (links === 0) return { total: countOf('type', type.length > 0 ? type : undefined) }
  if (links > 1 || type.length > 0) return {}
  if (application === undefined) return { total: countOf('tag', tag) }
  return { total: countOf('application', applicationId), picking: pickingIn(db, application)[field] }
}

/** The assets of an application in the orders that its links know. */
const pickingIn = (db: Kysely<Database>, application: string): Record<string, Expression<unknown>> => ({
  [MANUAL_ORDER]: db
    .selectFrom('asset_applications')
    .select(['asset_id as id', 'position'])
    .where('application_id', '=', application),
  updatedAt: db
    .selectFrom('application_times')
    .select(['asset_id as id', 'updated_at'])
    .where('application_id', '=', application),
})

/** The assets that match, each with its `position` in the one application that is looked at. Throws `INVALID_INPUT` without one. */
export function inManualOrder(db: Kysely<Database>, filter: AssetFilter, allowed: RawBuilder<boolean>) {
  const [applicationId, ...others] = filter.applicationId ?? []
  if (applicationId === undefined || others.length > 0)
    throw invalidInput([
      { path: 'query.order', message: 'Only the assets of one application have an order of their own.' },
    ])
  return matchingAssets(db, { ...filter, applicationId: undefined }, allowed)
    .innerJoin('asset_applications as place', 'place.asset_id', 'assets.id')
    .where('place.application_id', '=', applicationId)
    .select('place.position')
}
