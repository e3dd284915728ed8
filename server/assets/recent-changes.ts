import { type Kysely, sql } from 'kysely'
import { MOST_RECENT, type RecentChange } from '../../src/api/contract/audit.ts'
import { allowedAssets } from '../auth/allowed.ts'
import type { Caller } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { namedAsset } from './named.ts'

type Row = Omit<RecentChange, 'at' | 'actor'> & {
  at: Date
  actorId: string
  name: string | null
  email: string | null
}

/** So many changes of the store are looked through: who may see few of its assets costs no more than others do. */
const LOOKED_THROUGH = 2_000

/** The latest changes of the assets that a caller may see. Ids of changes are in their order, which has an index. */
export async function readRecentChanges(db: Kysely<Database>, { ability }: Caller): Promise<RecentChange[]> {
  const { rows } = await sql<Row>`
    select told.id, told.at, told.action, told.actor_id as "actorId", users.name, users.email,
      (select coalesce(jsonb_agg(change ->> 'field'), '[]') from jsonb_array_elements(told.changes) as change) as fields,
      ${namedAsset(sql`assets.id = told.asset_id`)} as asset
    from (
      select latest.* from (select * from changelog order by id desc limit ${sql.lit(LOOKED_THROUGH)}) as latest
      join assets on assets.id = latest.asset_id
      where ${allowedAssets(ability, 'read')} order by latest.id desc limit ${sql.lit(MOST_RECENT)}
    ) as told
    left join users on users.id = told.actor_id
    order by told.id desc`.execute(db)
  // Names and addresses are for colleagues, not for everyone who may look.
  const isColleague = ability.can('update', 'Asset')
  return rows.map(({ at, actorId, name, email, ...row }) => ({
    ...row,
    at: at.toISOString(),
    actor: {
      id: actorId,
      ...(isColleague && name !== null && { name }),
      ...(isColleague && email !== null && { email }),
    },
  }))
}
