import { type RawBuilder, sql } from 'kysely'
import { MOST_NAMED } from '../../src/api/contract/asset-use.ts'

/** The oldest assets for which a condition on `assets` holds, as JSON: as much of each as tells which it is. */
export const namedAssets = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', id, 'name', name, 'type', type, 'iconUrl', icon_url)) order by created_at, id), '[]')
  from (select * from assets where ${condition} order by created_at, id limit ${sql.lit(MOST_NAMED)}) as named)`
