import { type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { ASSET_TYPES, type AssetType, type Gender } from '../../src/api/contract/assets.ts'
import { MOST_COUNTED } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import type { AssetTable } from '../db/tables/assets.ts'

/** Which assets are counted: all that are not in the trash, those with a tag, or those of an application. */
export type Among = { dimension: 'all' } | { dimension: 'tag' | 'application'; key: string }

/** What they are counted by; nothing, or none, is anything. */
export interface Kinds {
  type?: readonly AssetType[] | undefined
  gender?: readonly Gender[] | undefined
  locked?: boolean | undefined
}

const isCounted = (among: Among, { type, gender, locked }: Kinds): RawBuilder<boolean> => sql<boolean>`
  dimension = ${among.dimension} and key = ${'key' in among ? among.key : ''}
  ${type?.length ? sql`and type in (${sql.join(type)})` : sql``}
  ${gender?.length ? sql`and gender in (${sql.join(gender)})` : sql``}
  ${locked === undefined ? sql`` : sql`and locked = ${locked}`}`

/** How many assets there are, as an expression. */
export const countOf = (among: Among, kinds: Kinds): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(n), 0)::int from asset_tallies where ${isCounted(among, kinds)})`

/** How many assets there are of each type; none that nothing has. */
export async function countsByType(
  db: Kysely<Database>,
  among: Among,
  kinds: Kinds,
): Promise<{ type: AssetType; count: number }[]> {
  const { rows } = await sql<{ type: AssetType; count: number }>`select type, sum(n)::int as count from asset_tallies
    where ${isCounted(among, kinds)} group by type having sum(n) > 0 order by type`.execute(db)
  return rows
}

/** So many assets are looked at where more match than are counted. */
const SAMPLED = 50_000

/**
 * How many match of each type. More than {@link MOST_COUNTED} are estimated, from some of the table's pages: of each type, then,
 * at least as many as were met. The same ones each time, so that numbers stand still while nothing changes.
 */
export async function countsOfMatching(
  db: Kysely<Database>,
  matching: (assets: SelectQueryBuilder<Database, 'assets', object>) => SelectQueryBuilder<Database, 'assets', object>,
): Promise<{ type: AssetType; count: number; approximate?: true }[]> {
  const most = matching(db.selectFrom('assets'))
    .select('type')
    .limit(MOST_COUNTED + 1)
  const { rows: met } = await sql<{ type: AssetType; count: number }>`
    select type, count(*)::int as count from (${most}) as matching group by type order by type`.execute(db)
  if (met.reduce((sum, { count }) => sum + count, 0) <= MOST_COUNTED) return met
  const { rows } = await sql<{ share: number }>`
    select least(100, 100.0 * ${SAMPLED} / greatest(reltuples, 1))::float8 as share
    from pg_class where oid = 'assets'::regclass`.execute(db)
  const { share } = rows[0]!
  const some = db.selectFrom(
    sql<Selectable<AssetTable>>`(select * from assets tablesample system (${share}) repeatable (1))`.as('assets'),
  ) as unknown as SelectQueryBuilder<Database, 'assets', object>
  const found = await matching(some)
    .select(['type', sql<number>`count(*)::int`.as('count')])
    .groupBy('type')
    .execute()
  if (share === 100) return found.sort((a, b) => (a.type < b.type ? -1 : 1))
  return ASSET_TYPES.toSorted().flatMap((type) => {
    const [sampled = 0, least = 0] = [found, met].map((counts) => counts.find((it) => it.type === type)?.count)
    const count = Math.max(Math.round((sampled * 100) / share), least)
    return count > 0 ? [{ type, count, approximate: true as const }] : []
  })
}

/** How many assets what a row is about has, as an expression beside the table of those. */
const countBeside = (dimension: 'tag' | 'application', id: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(n), 0)::int from asset_tallies
    where dimension = ${sql.lit(dimension)} and key = ${sql.ref(id)})`

/** How many assets a tag has, as an expression beside the table of tags. */
export const COUNT_OF_TAG = countBeside('tag', 'tags.id')

/** How many assets an application has, as an expression beside the table of applications. */
export const COUNT_OF_APPLICATION = countBeside('application', 'applications.id')

/**
 * Folds what has changed since into the counts, so that few rows are added up when they are read. What another server folds at
 * this moment is left to it, and counts are taken in one order: two folds never wait for each other in a circle.
 */
export async function foldCounts(db: Kysely<Database>): Promise<void> {
  await sql`
    with due as materialized (select ctid from asset_count_deltas for update skip locked),
    gone as (
      delete from asset_count_deltas using due where asset_count_deltas.ctid = due.ctid
      returning dimension, key, type, gender, locked, delta)
    insert into asset_counts (dimension, key, type, gender, locked, count)
      select dimension, key, type, gender, locked, sum(delta) from gone
      group by dimension, key, type, gender, locked having sum(delta) <> 0
      order by dimension, key, type, gender, locked
    on conflict (dimension, key, type, gender, locked) do update set count = asset_counts.count + excluded.count`.execute(
    db,
  )
  // What is gone for good, e.g. an application, has no counts. Whoever adds to one at this moment keeps it.
  await sql`delete from asset_counts where ctid in (
    select ctid from asset_counts where count = 0 for update skip locked)`.execute(db)
}
