import { sql } from 'kysely'
import { parseOrder } from '../../src/api/contract/list.ts'
import type { Tag, tags } from '../../src/api/contract/tags.ts'
import type { ServiceHandlers } from '../bind.ts'
import { readPage } from '../db/page.ts'
import { containing, fold } from '../db/values.ts'
import type { Deps } from '../deps.ts'

type Row = Tag & { id: string }

const COLUMNS = sql`row.id, row.id as "tagId", row.name, row.color, row.asset_count as "assetCount"`
const ORDERS: Record<string, string> = { name: 'name_key', assetCount: 'asset_count' }

/** The tags assets carry. */
export const tagHandlers = ({ db }: Deps): ServiceHandlers<typeof tags> => ({
  async list({ query: { page, limit, order, search } }) {
    const [[field, direction] = ['name', 'asc' as const]] = Object.entries(parseOrder(order))
    const matching = db
      .selectFrom('tags')
      .selectAll()
      .select((of) =>
        of
          .selectFrom('asset_tags')
          .whereRef('tag_id', '=', 'tags.id')
          .select(sql<number>`count(*)::int`.as('count'))
          .as('asset_count'),
      )
      .$if(Boolean(search), (all) => all.where('name_key', 'like', containing(fold(search ?? ''))))
    return readPage<Row>(db, { matching, columns: COLUMNS, order: [ORDERS[field]!, direction], page, limit })
  },
})
