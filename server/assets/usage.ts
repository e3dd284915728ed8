import { type Kysely, sql } from 'kysely'
import type { Usage } from '../../src/api/contract/asset-use.ts'
import { allowedAssets } from '../auth/allowed.ts'
import type { Caller } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { namedAssets } from './named.ts'
import { mustBeAllowed } from './write.ts'

/** Where an asset is used, as far as the caller may see. Throws `NOT_FOUND`. */
export async function readUsage(db: Kysely<Database>, caller: Caller, id: string): Promise<Usage> {
  await mustBeAllowed(db, caller, 'read', id)
  const using = (column: 'parent_id' | 'body_id') => {
    const condition = sql`${sql.ref(`assets.${column}`)} = ${id} and ${allowedAssets(caller.ability, 'read')}`
    return sql`jsonb_build_object('total', (select count(*) from assets where ${condition}), 'assets', ${namedAssets(condition)})`
  }
  const { rows } = await sql<Usage>`select
    (select count(*)::int from asset_applications where asset_id = ${id}) as applications,
    (select count(*)::int from user_assets where asset_id = ${id}) as wardrobes,
    ${using('parent_id')} as children,
    ${using('body_id')} as "asBody"`.execute(db)
  return rows[0]!
}
