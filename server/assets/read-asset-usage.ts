import { type Kysely, sql } from 'kysely'
import type { AssetUsageCounts } from '../../src/api/contract/asset-use.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Database } from '../db/schema.ts'
import { assetSummariesSql } from './asset-summary.ts'
import { requireAllowedAsset } from './write.ts'

/**
 * Returns how many applications and wardrobes use an asset, and which assets have it as parent or body, with their total. Leaves
 * out assets that the caller may not read. Throws `NOT_FOUND`.
 */
export async function readAssetUsage(db: Kysely<Database>, caller: Caller, id: string): Promise<AssetUsageCounts> {
  await requireAllowedAsset(db, caller, 'read', id)
  const using = (column: 'parent_id' | 'body_id') => {
    const condition = sql`${sql.ref(`assets.${column}`)} = ${id} and ${allowedAssetsSql(caller.ability, 'read')}`
    return sql`jsonb_build_object('total', (select count(*) from assets where ${condition}), 'assets', ${assetSummariesSql(condition)})`
  }
  const { rows } = await sql<AssetUsageCounts>`select
    (select count(*)::int from asset_applications where asset_id = ${id}) as applications,
    (select count(*)::int from user_assets where asset_id = ${id}) as wardrobes,
    ${using('parent_id')} as children,
    ${using('body_id')} as "asBody"`.execute(db)
  return rows[0]!
}
