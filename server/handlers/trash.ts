import { type RawBuilder, sql } from 'kysely'
import { parseOrder } from '../../src/api/contract/list.ts'
import type { TrashedAsset, trash } from '../../src/api/contract/trash.ts'
import { searching } from '../assets/filter.ts'
import { TRASH_MS } from '../assets/purge-trash.ts'
import { type AssetRow, asAsset, asSeenBy, columnsWith } from '../assets/read.ts'
import { purgeAsset, restoreAsset } from '../assets/trash.ts'
import { allowedInTrash } from '../auth/allowed.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Caller } from '../call.ts'
import { readPage } from '../db/page.ts'
import type { Deps } from '../deps.ts'

const ORDERS: Record<string, string> = { deletedAt: 'deleted_at', name: 'name_key' }

type Row = AssetRow & { deletedAt: Date; deletedBy: { id: string; email: string | null } | null }

const COLUMNS: RawBuilder<unknown> = sql`${columnsWith('trashed_tags', 'trashed_applications')},
  row.deleted_at as "deletedAt",
  jsonb_build_object('id', row.deleted_by, 'email', (select email from users where users.id = row.deleted_by)) as "deletedBy"`

/** Deleted assets: found, restored, or purged by those who may delete them. */
export const trashHandlers = (deps: Deps): ServiceHandlers<typeof trash> => ({
  async trash({ query: { page, limit, after, order, search } }, { caller }) {
    const [[field, direction] = ['deletedAt', 'desc' as const]] = Object.entries(parseOrder(order))
    const matching = searching(
      deps.db.selectFrom('assets').selectAll('assets').where(allowedInTrash(caller.ability, 'delete')),
      search,
    )
    const found = await readPage<Row>(deps.db, {
      matching,
      columns: COLUMNS,
      order: [ORDERS[field]!, direction],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map((row) => asTrashed(caller, row)) }
  },

  restore: ({ params }, call) => restoreAsset(deps, call, params.id),

  async purge({ params }, call) {
    await purgeAsset(deps, call, params.id)
    return {}
  },
})

function asTrashed(caller: Caller, { deletedAt, deletedBy, ...row }: Row): TrashedAsset {
  return {
    ...asSeenBy(caller, asAsset(row)),
    deletedAt: deletedAt.toISOString(),
    ...(deletedBy && { deletedBy: { id: deletedBy.id, ...(deletedBy.email !== null && { email: deletedBy.email }) } }),
    purgesAt: new Date(deletedAt.getTime() + TRASH_MS).toISOString(),
  }
}
