import { type Kysely, sql } from 'kysely'
import { MAX_RECENT_CHANGES, type RecentChange } from '../../src/api/contract/audit.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Database } from '../db/schema.ts'
import { assetSummarySql } from './asset-summary.ts'

type Row = Omit<RecentChange, 'at' | 'actor'> & {
  at: Date
  actorId: string
  name: string | null
  email: string | null
}

/** Maximum number of changelog entries scanned, latest first. Bounds the cost for callers who see only few assets. */
const MAX_SCANNED_CHANGES = 2_000

/**
 * Returns the latest changes of assets that a caller is allowed to see, sorted by changelog id, which is ordered by time.
 * Excludes purges, whose ids from earlier server versions are not ordered.
 */
export async function readRecentChanges(db: Kysely<Database>, { ability }: Caller): Promise<RecentChange[]> {
  const { rows } = await sql<Row>`
    select entry.id, entry.at, entry.action, entry.actor_id as "actorId", users.name, users.email,
      (select coalesce(jsonb_agg(change ->> 'field'), '[]') from jsonb_array_elements(entry.changes) as change) as fields,
      ${assetSummarySql(sql`assets.id = entry.asset_id`)} as asset
    from (
      select latest.* from (select * from changelog where action <> 'purged' order by id desc limit ${sql.lit(MAX_SCANNED_CHANGES)}) as latest
      join assets on assets.id = latest.asset_id
      where ${allowedAssetsSql(ability, 'read')} order by latest.id desc limit ${sql.lit(MAX_RECENT_CHANGES)}
    ) as entry
    left join users on users.id = entry.actor_id
    order by entry.id desc`.execute(db)
  // Names and email addresses are for team members, not for every caller.
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
