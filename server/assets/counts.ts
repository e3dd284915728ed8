import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AssetType, Gender } from '../../src/api/contract/assets.ts'
import type { Database } from '../db/schema.ts'

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

/** How many assets a tag has, as an expression beside the table of tags. */
export const COUNT_OF_TAG: RawBuilder<number> = sql<number>`(select coalesce(sum(n), 0)::int from asset_tallies
  where dimension = 'tag' and key = tags.id)`

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
