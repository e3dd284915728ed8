import type { Expression, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import { type assets, MANUAL_ORDER } from '../../src/api/contract/assets.ts'
import type { Received } from '../../src/api/contract/endpoint.ts'
import type { PageRequest } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { asOneWord, containing, fold } from '../db/values.ts'
import { invalidInput } from '../errors.ts'
import { type Among, countOf, type Kinds } from './counts.ts'

/** The filters of the asset list, parsed. */
export type AssetFilter = Received<(typeof assets)['countByType']>['query']

/** The assets that match for the account `me`, among those that `allowed` (a condition on `assets`) lets be seen; `among` is which are looked at. */
export function matchingAssets(
  db: Kysely<Database>,
  { search, type, gender, applicationId, tag, locked }: AssetFilter,
  allowed: RawBuilder<boolean>,
  me: string,
  among: SelectQueryBuilder<Database, 'assets', object> = db.selectFrom('assets'),
): SelectQueryBuilder<Database, 'assets', object> {
  let query = searching(among.where(allowed), search)
  if (type?.length) query = query.where('assets.type', 'in', type)
  if (gender?.length) query = query.where('assets.gender', 'in', gender)
  if (applicationId?.length && tag?.length)
    query = query.where('assets.id', 'in', (of) =>
      of
        .selectFrom('tagged_times')
        .select('asset_id')
        .where('application_id', 'in', applicationId)
        .where('tag_id', 'in', tag),
    )
  else if (applicationId?.length)
    query = query.where('assets.id', 'in', (of) =>
      of.selectFrom('asset_applications').select('asset_id').where('application_id', 'in', applicationId),
    )
  else if (tag?.length)
    query = query.where('assets.id', 'in', (of) =>
      of.selectFrom('asset_tags').select('asset_id').where('tag_id', 'in', tag),
    )
  if (locked !== undefined) query = query.where('assets.locked', '=', locked !== 'false')
  if (locked === 'mine') query = query.where('assets.locked_by', '=', me)
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
      is(asOneWord(is.ref('assets.name_key')), 'like', containing(asOneWord(fold(wanted)))),
      is('assets.id', 'like', containing(wanted.toLowerCase())),
    ]),
  )
}

/**
 * How many match and how they are picked, without looking at each, where every asset may be seen and nothing is searched
 * for: all, those with one tag, those of one application, or those with one tag in one application, sorted by `field` of the
 * contract.
 */
export function shortcutsOf(
  db: Kysely<Database>,
  filter: AssetFilter,
  seesAll: boolean,
  field: string,
): Pick<PageRequest, 'total' | 'counting' | 'picking'> {
  const pair = seesAll ? pairOf(filter) : undefined
  if (pair) {
    const counting = taggedIn(db, ...pair)
    return { counting, picking: field === 'updatedAt' ? counting : undefined }
  }
  const counted = countedBy(filter, seesAll)
  if (!counted) return {}
  const total = countOf(counted.among, counted.kinds)
  const isNarrowed = Boolean(filter.type?.length || filter.gender?.length || filter.locked !== undefined)
  if (counted.among.dimension !== 'application' || isNarrowed) return { total }
  return { total, picking: pickingIn(db, counted.among.key)[field] }
}

/** The one application and the one tag that a filter asks for, and nothing else. */
function pairOf({
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

/** The assets with a tag in an application, with when they last changed. */
const taggedIn = (db: Kysely<Database>, application: string, tag: string) =>
  db
    .selectFrom('tagged_times')
    .select(['asset_id as id', 'updated_at'])
    .where('application_id', '=', application)
    .where('tag_id', '=', tag)

/** Under what the assets that match are counted as they come and go; `undefined` where they are not. */
export function countedBy(
  { search, type, gender, applicationId = [], tag = [], locked }: AssetFilter,
  seesAll: boolean,
): { among: Among; kinds: Kinds } | undefined {
  if (!seesAll || locked === 'mine' || search?.trim() || applicationId.length + tag.length > 1) return undefined
  const kinds = { type, gender, locked: locked === undefined ? undefined : locked === 'true' }
  if (applicationId[0] !== undefined) return { among: { dimension: 'application', key: applicationId[0] }, kinds }
  if (tag[0] !== undefined) return { among: { dimension: 'tag', key: tag[0] }, kinds }
  return { among: { dimension: 'all' }, kinds }
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

/** The assets that match for `me`, each with its `position` in the one application that is looked at. Throws `INVALID_INPUT` without one. */
export function inManualOrder(db: Kysely<Database>, filter: AssetFilter, allowed: RawBuilder<boolean>, me: string) {
  const [applicationId, ...more] = filter.applicationId ?? []
  if (applicationId === undefined || more.length > 0)
    throw invalidInput([
      { path: 'query.order', message: 'Only the assets of one application have an order of their own.' },
    ])
  // Where a tag is asked for as well, the application stays: few may have both.
  const others = filter.tag?.length ? filter : { ...filter, applicationId: undefined }
  return matchingAssets(db, others, allowed, me)
    .innerJoin('asset_applications as place', 'place.asset_id', 'assets.id')
    .where('place.application_id', '=', applicationId)
    .select('place.position')
}
