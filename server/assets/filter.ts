import type { Expression, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import { type assets, MANUAL_ORDER_FIELD } from '../../src/api/contract/assets.ts'
import type { HandlerInput } from '../../src/api/contract/endpoint.ts'
import type { ListPageQuery } from '../db/read-list-page.ts'
import type { Database } from '../db/schema.ts'
import { replaceSpaces, toLikePattern, toNameKey } from '../db/values.ts'
import { invalidInputError } from '../errors/http-error.ts'
import { assetCountSql, type CountFilter, type CountScope } from './counts.ts'

export type AssetFilter = HandlerInput<(typeof assets)['countByType']>['query']

/** Number of filter values up to which PostgreSQL is allowed to look up every value for each asset. */
const MAX_VALUES_PER_ASSET = 10

/** Makes PostgreSQL run a subquery once. Otherwise it may look up each of 1,000 values for each asset, which takes seconds. */
const withoutPullUp = <Q extends { offset(rows: number): Q }>(query: Q): Q => query.offset(0)

/**
 * Selects the assets of `base` that match a filter. `allowed` is a condition on `assets` that selects the assets visible to the
 * account `me`.
 */
export function selectMatchingAssets(
  db: Kysely<Database>,
  { search, type, gender, applicationId, tag, locked }: AssetFilter,
  allowed: RawBuilder<boolean>,
  me: string,
  base: SelectQueryBuilder<Database, 'assets', object> = db.selectFrom('assets'),
): SelectQueryBuilder<Database, 'assets', object> {
  let query = withSearch(base.where(allowed), search)
  if (type?.length) query = query.where('assets.type', 'in', type)
  if (gender?.length) query = query.where('assets.gender', 'in', gender)
  if (applicationId?.length && tag?.length)
    query = query.where('assets.id', 'in', (of) =>
      of
        .selectFrom('tagged_times')
        .select('asset_id')
        .where('application_id', 'in', applicationId)
        .where('tag_id', 'in', tag)
        .$if(applicationId.length + tag.length > MAX_VALUES_PER_ASSET, withoutPullUp),
    )
  else if (applicationId?.length)
    query = query.where('assets.id', 'in', (of) =>
      of
        .selectFrom('asset_applications')
        .select('asset_id')
        .where('application_id', 'in', applicationId)
        .$if(applicationId.length > MAX_VALUES_PER_ASSET, withoutPullUp),
    )
  else if (tag?.length)
    query = query.where('assets.id', 'in', (of) =>
      of
        .selectFrom('asset_tags')
        .select('asset_id')
        .where('tag_id', 'in', tag)
        .$if(tag.length > MAX_VALUES_PER_ASSET, withoutPullUp),
    )
  if (locked !== undefined) query = query.where('assets.locked', '=', locked !== 'false')
  if (locked === 'mine') query = query.where('assets.locked_by', '=', me)
  return query
}

/** Limits a query to assets whose name or id contains the search text; an empty text matches all. */
export function withSearch<O>(
  query: SelectQueryBuilder<Database, 'assets', O>,
  search: string | undefined,
): SelectQueryBuilder<Database, 'assets', O> {
  const term = search?.trim()
  if (!term) return query
  return query.where((is) =>
    is.or([
      is(replaceSpaces(is.ref('assets.name_key')), 'like', toLikePattern(replaceSpaces(toNameKey(term)))),
      is(is.fn<string>('lower', ['assets.id']), 'like', toLikePattern(term.toLowerCase())),
    ]),
  )
}

/**
 * Returns faster queries for a filter of at most one tag and one application. Returns no queries for a search text, or if the
 * caller does not see every asset. `field` is the sort field of the API.
 */
export function buildFastListQueries(
  db: Kysely<Database>,
  filter: AssetFilter,
  seesAll: boolean,
  field: string,
): Pick<ListPageQuery, 'total' | 'countingQuery' | 'pickingQuery'> {
  const pair = seesAll ? applicationAndTagOf(filter) : undefined
  if (pair) {
    const counting = selectTaggedIn(db, ...pair)
    return { countingQuery: counting, pickingQuery: field === 'updatedAt' ? counting : undefined }
  }
  const countScope = toCountScope(filter, seesAll)
  if (!countScope) return {}
  const total = assetCountSql(countScope.scope, countScope.filter)
  const isNarrowed = Boolean(filter.type?.length || filter.gender?.length || filter.locked !== undefined)
  if (countScope.scope.dimension !== 'application' || isNarrowed) return { total }
  return { total, pickingQuery: applicationOrders(db, countScope.scope.key)[field] }
}

/** Returns the application and the tag of a filter that consists of exactly one application and one tag. */
function applicationAndTagOf({
  search,
  type,
  gender,
  applicationId,
  tag,
  locked,
}: AssetFilter): [application: string, tag: string] | undefined {
  const isNarrowed = Boolean(search?.trim() || type?.length || gender?.length || locked !== undefined)
  if (isNarrowed || applicationId?.length !== 1 || tag?.length !== 1) return undefined
  return [applicationId[0]!, tag[0]!]
}

const selectTaggedIn = (db: Kysely<Database>, application: string, tag: string) =>
  db
    .selectFrom('tagged_times')
    .select(['asset_id as id', 'updated_at'])
    .where('application_id', '=', application)
    .where('tag_id', '=', tag)

/** Returns the scope and the filters of the stored count for a list filter; undefined if no such count is stored. */
export function toCountScope(
  { search, type, gender, applicationId = [], tag = [], locked }: AssetFilter,
  seesAll: boolean,
): { scope: CountScope; filter: CountFilter } | undefined {
  if (!seesAll || locked === 'mine' || search?.trim() || applicationId.length + tag.length > 1) return undefined
  const filter = { type, gender, locked: locked === undefined ? undefined : locked === 'true' }
  if (applicationId[0] !== undefined) return { scope: { dimension: 'application', key: applicationId[0] }, filter }
  if (tag[0] !== undefined) return { scope: { dimension: 'tag', key: tag[0] }, filter }
  return { scope: { dimension: 'all' }, filter }
}

/** Returns a query for an application's assets for each sort field that the application's link tables contain. */
const applicationOrders = (db: Kysely<Database>, application: string): Record<string, Expression<unknown>> => ({
  [MANUAL_ORDER_FIELD]: db
    .selectFrom('asset_applications')
    .select(['asset_id as id', 'position'])
    .where('application_id', '=', application),
  updatedAt: db
    .selectFrom('application_times')
    .select(['asset_id as id', 'updated_at'])
    .where('application_id', '=', application),
})

/**
 * Selects the assets that match the filter for the account `me`, with each asset's `position` in the filter's application. Throws
 * `INVALID_INPUT` unless the filter names exactly one application.
 */
export function selectInManualOrder(
  db: Kysely<Database>,
  filter: AssetFilter,
  allowed: RawBuilder<boolean>,
  me: string,
) {
  const [applicationId, ...more] = filter.applicationId ?? []
  if (applicationId === undefined || more.length > 0)
    throw invalidInputError([
      { path: 'query.order', message: 'Only the assets of one application have an order of their own.' },
    ])
  // The join already filters by application. With a tag, the application stays in the filter, so that `tagged_times` is used.
  const filterWithoutApplication = filter.tag?.length ? filter : { ...filter, applicationId: undefined }
  return selectMatchingAssets(db, filterWithoutApplication, allowed, me)
    .innerJoin('asset_applications as place', 'place.asset_id', 'assets.id')
    .where('place.application_id', '=', applicationId)
    .select('place.position')
}
