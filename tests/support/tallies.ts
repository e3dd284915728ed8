import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/schema.ts'

/** Number of assets of a kind in the whole store, a tag or an application: the stored tally and the actual count. */
export interface TallyComparison {
  dimension: 'all' | 'tag' | 'application'
  key: string
  type: string
  gender: string
  locked: boolean
  kept: number
  counted: number
}

/** Returns all stored tallies with the actual counts. */
export async function compareTallies(db: Kysely<Database>): Promise<TallyComparison[]> {
  const { rows } = await sql<TallyComparison>`
    with counted as (
      select 'all' as dimension, '' as key, type, gender, locked from assets where deleted_at is null
      union all select 'tag', tag_id, type, gender, locked from asset_tags join assets on id = asset_id
      union all select 'application', application_id, type, gender, locked from asset_applications join assets on id = asset_id)
    select dimension, key, type, gender, locked, sum(kept)::int as kept, sum(counted)::int as counted from (
      select dimension, key, type, gender, locked, n as kept, 0 as counted from asset_tallies
      union all select dimension, key, type, gender, locked, 0, 1 from counted) as found
    group by dimension, key, type, gender, locked having sum(kept) <> 0 or sum(counted) <> 0
    order by 1, 2, 3, 4, 5`.execute(db)
  return rows
}
