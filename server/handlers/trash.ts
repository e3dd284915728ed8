import { type RawBuilder, sql } from 'kysely'
import { parseOrder } from '../../src/api/contract/list.ts'
import type { TrashedAsset, trash } from '../../src/api/contract/trash.ts'
import { withSearch } from '../assets/filter.ts'
import { TRASH_RETENTION_MS } from '../assets/purge-trash.ts'
import { type AssetRow, assetColumnsSql, redactAssetFor, toAsset } from '../assets/read.ts'
import { purgeAsset, restoreAsset } from '../assets/trash.ts'
import { allowedTrashedAssetsSql } from '../auth/allowed-assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import type { ServiceHandlers } from './bind-routes.ts'

const ORDERS: Record<string, string> = { deletedAt: 'deleted_at', name: 'name_key' }

type Row = AssetRow & { deletedAt: Date; deletedBy: { id: string; email: string | null } | null }

const COLUMNS: RawBuilder<unknown> = sql`${assetColumnsSql('trashed_tags', 'trashed_applications')},
  row.deleted_at as "deletedAt",
  jsonb_build_object('id', row.deleted_by, 'email', (select email from users where users.id = row.deleted_by)) as "deletedBy"`

export const createTrashHandlers = (deps: Deps): ServiceHandlers<typeof trash> => ({
  async trash({ query: { page, limit, after, order, search } }, { caller }) {
    const [[field, direction] = ['deletedAt', 'desc' as const]] = Object.entries(parseOrder(order))
    const matching = withSearch(
      deps.db.selectFrom('assets').selectAll('assets').where(allowedTrashedAssetsSql(caller.ability, 'delete')),
      search,
    )
    const found = await readListPage<Row>(deps.db, {
      matchingQuery: matching,
      columns: COLUMNS,
      order: [ORDERS[field]!, direction],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map((row) => toTrashedAsset(caller, row)) }
  },

  restore: ({ params }, call) => restoreAsset(deps, call, params.id),

  async purge({ params }, call) {
    await purgeAsset(deps, call, params.id)
    return {}
  },
})

function toTrashedAsset(caller: Caller, { deletedAt, deletedBy, ...row }: Row): TrashedAsset {
  return {
    ...redactAssetFor(caller, toAsset(row)),
    deletedAt: deletedAt.toISOString(),
    ...(deletedBy && { deletedBy: { id: deletedBy.id, ...(deletedBy.email !== null && { email: deletedBy.email }) } }),
    purgesAt: new Date(deletedAt.getTime() + TRASH_RETENTION_MS).toISOString(),
  }
}
