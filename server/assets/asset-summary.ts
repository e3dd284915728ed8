import { type RawBuilder, sql } from 'kysely'
import { MAX_ASSET_SUMMARIES } from '../../src/api/contract/asset-use.ts'

const NAMED_ASSET_SQL = sql`jsonb_strip_nulls(jsonb_build_object('id', id, 'name', name, 'type', type, 'iconUrl', icon_url))`

/** Returns the identifying fields of the asset that meets a condition on `assets`, as JSON; null without such an asset. */
export const assetSummarySql = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${NAMED_ASSET_SQL} from assets where ${condition})`

/** Returns the identifying fields of the oldest assets that meet a condition on `assets`, as JSON. */
export const assetSummariesSql = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(${NAMED_ASSET_SQL} order by created_at, id), '[]')
  from (select * from assets where ${condition} order by created_at, id limit ${sql.lit(MAX_ASSET_SUMMARIES)}) as oldest)`
