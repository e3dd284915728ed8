import { type RawBuilder, sql } from 'kysely'
import { MOST_NAMED } from '../../src/api/contract/asset-use.ts'

/** As much of a row of `assets` as tells which it is, as JSON. */
const NAMED = sql`jsonb_strip_nulls(jsonb_build_object('id', id, 'name', name, 'type', type, 'iconUrl', icon_url))`

/** The one asset for which a condition on `assets` holds, as JSON; null where there is none. */
export const namedAsset = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${NAMED} from assets where ${condition})`

/** The oldest assets for which a condition on `assets` holds, as JSON: as much of each as tells which it is. */
export const namedAssets = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(${NAMED} order by created_at, id), '[]')
  from (select * from assets where ${condition} order by created_at, id limit ${sql.lit(MOST_NAMED)}) as named)`
