import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AssetType } from '../../src/api/contract/assets.ts'
import type { Database } from '../db/schema.ts'

/** What assets are counted by. */
export type Dimension = 'type' | 'tag' | 'application'

/** How many assets there are of some keys of a dimension, of all of them where none is named, as an expression. */
export const countOf = (dimension: Dimension, keys?: readonly string[]): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(n), 0)::int from asset_tallies where dimension = ${dimension}
    ${keys ? sql`and key in (${sql.join(keys)})` : sql``})`

/** How many assets there are of each type, of some types where they are named; none that nothing has. */
export async function countsByType(
  db: Kysely<Database>,
  types?: readonly AssetType[],
): Promise<{ type: AssetType; count: number }[]> {
  const { rows } = await sql<{
    type: AssetType
    count: number
  }>`select key as type, sum(n)::int as count from asset_tallies
    where dimension = 'type' ${types?.length ? sql`and key in (${sql.join(types)})` : sql``}
    group by key having sum(n) > 0 order by key`.execute(db)
  return rows
}

/** How many assets a tag has, as an expression beside the table of tags. */
export const COUNT_OF_TAG: RawBuilder<number> = sql<number>`(select coalesce(sum(n), 0)::int from asset_tallies
  where dimension = 'tag' and key = tags.id)`

/** Folds what has changed since into the counts, so that few rows are added up when they are read. */
export async function foldCounts(db: Kysely<Database>): Promise<void> {
  await sql`with gone as (delete from asset_count_deltas returning dimension, key, delta)
    insert into asset_counts (dimension, key, count)
      select dimension, key, sum(delta) from gone group by dimension, key having sum(delta) <> 0
    on conflict (dimension, key) do update set count = asset_counts.count + excluded.count`.execute(db)
}
