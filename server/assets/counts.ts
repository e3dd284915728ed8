import { type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { ASSET_TYPES, type AssetType, type Gender } from '../../src/api/contract/assets.ts'
import { MAX_COUNTED_ROWS } from '../db/read-list-page.ts'
import type { Database } from '../db/schema.ts'
import type { AssetTable } from '../db/tables/assets.ts'

/** Scope of an asset count: all assets outside the trash, one tag's, or one application's. */
export type CountScope = { dimension: 'all' } | { dimension: 'tag' | 'application'; key: string }

export interface CountFilter {
  type?: readonly AssetType[] | undefined
  gender?: readonly Gender[] | undefined
  locked?: boolean | undefined
}

const countConditionSql = (
  scope: CountScope,
  { type, gender, locked }: CountFilter,
): RawBuilder<boolean> => sql<boolean>`
  dimension = ${scope.dimension} and key = ${'key' in scope ? scope.key : ''}
  ${type?.length ? sql`and type in (${sql.join(type)})` : sql``}
  ${gender?.length ? sql`and gender in (${sql.join(gender)})` : sql``}
  ${locked === undefined ? sql`` : sql`and locked = ${locked}`}`

export const assetCountSql = (scope: CountScope, filter: CountFilter): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(n), 0)::int from asset_tallies where ${countConditionSql(scope, filter)})`

export async function readCountsByType(
  db: Kysely<Database>,
  scope: CountScope,
  filter: CountFilter,
): Promise<{ type: AssetType; count: number }[]> {
  const { rows } = await sql<{ type: AssetType; count: number }>`select type, sum(n)::int as count from asset_tallies
    where ${countConditionSql(scope, filter)} group by type having sum(n) > 0 order by type`.execute(db)
  return rows
}

const COUNT_SAMPLE_ROWS = 50_000

/**
 * Counts matching assets by type. Above {@link MAX_COUNTED_ROWS} matches, estimates the counts from a repeatable sample of the
 * table. An estimate is never below the number of matches already found.
 */
export async function readMatchingCountsByType(
  db: Kysely<Database>,
  matching: (assets: SelectQueryBuilder<Database, 'assets', object>) => SelectQueryBuilder<Database, 'assets', object>,
): Promise<{ type: AssetType; count: number; approximate?: true }[]> {
  const capped = matching(db.selectFrom('assets'))
    .select('type')
    .limit(MAX_COUNTED_ROWS + 1)
  const { rows: cappedCounts } = await sql<{ type: AssetType; count: number }>`
    select type, count(*)::int as count from (${capped}) as matching group by type order by type`.execute(db)
  if (cappedCounts.reduce((sum, { count }) => sum + count, 0) <= MAX_COUNTED_ROWS) return cappedCounts
  const { rows } = await sql<{ share: number }>`
    select least(100, 100.0 * ${COUNT_SAMPLE_ROWS} / greatest(reltuples, 1))::float8 as share
    from pg_class where oid = 'assets'::regclass`.execute(db)
  const { share } = rows[0]!
  const sample = db.selectFrom(
    sql<Selectable<AssetTable>>`(select * from assets tablesample system (${share}) repeatable (1))`.as('assets'),
  ) as unknown as SelectQueryBuilder<Database, 'assets', object>
  const found = await matching(sample)
    .select(['type', sql<number>`count(*)::int`.as('count')])
    .groupBy('type')
    .execute()
  if (share === 100) return found.sort((a, b) => (a.type < b.type ? -1 : 1))
  return ASSET_TYPES.toSorted().flatMap((type) => {
    const [sampled = 0, cappedCount = 0] = [found, cappedCounts].map(
      (counts) => counts.find((it) => it.type === type)?.count,
    )
    const count = Math.max(Math.round((sampled * 100) / share), cappedCount)
    return count > 0 ? [{ type, count, approximate: true as const }] : []
  })
}

const assetCountColumn = (dimension: 'tag' | 'application', id: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(n), 0)::int from asset_tallies
    where dimension = ${sql.lit(dimension)} and key = ${sql.ref(id)})`

/** SQL expression for the number of a tag's assets, in a query of the table `tags`. */
export const TAG_ASSET_COUNT_SQL = assetCountColumn('tag', 'tags.id')

/** SQL expression for the number of an application's assets, in a query of the table `applications`. */
export const APPLICATION_ASSET_COUNT_SQL = assetCountColumn('application', 'applications.id')

/**
 * Adds recent changes to the stored counts, so that reads sum up few rows. Skips rows that another server is processing, and
 * updates counts in a fixed order, so that concurrent calls never deadlock.
 */
export async function mergeCountDeltas(db: Kysely<Database>): Promise<void> {
  await sql`
    with due as materialized (select ctid from asset_count_deltas for update skip locked),
    merged as (
      delete from asset_count_deltas using due where asset_count_deltas.ctid = due.ctid
      returning dimension, key, type, gender, locked, delta)
    insert into asset_counts (dimension, key, type, gender, locked, count)
      select dimension, key, type, gender, locked, sum(delta) from merged
      group by dimension, key, type, gender, locked having sum(delta) <> 0
      order by dimension, key, type, gender, locked
    on conflict (dimension, key, type, gender, locked) do update set count = asset_counts.count + excluded.count`.execute(
    db,
  )
  // Removes counts that dropped to 0, such as those of a deleted application. A row that another transaction is changing is
  // skipped.
  await sql`delete from asset_counts where ctid in (
    select ctid from asset_counts where count = 0 for update skip locked)`.execute(db)
}
