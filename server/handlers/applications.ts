import { sql } from 'kysely'
import type { Application, applications } from '../../src/api/contract/applications.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import { APPLICATION_ASSET_COUNT_SQL } from '../assets/counts.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import { toLikePattern, toNameKey } from '../db/values.ts'
import { notFoundError } from '../errors/http-error.ts'
import type { ServiceHandlers } from './bind-routes.ts'

type Row = Omit<Application, 'createdAt'> & { createdAt: Date }

const COLUMNS = sql`row.id, row.name, row.owner_id as "ownerId", row.created_at as "createdAt",
  row.asset_count as "assetCount"`
const ORDERS: Record<string, string> = { name: 'name_key', createdAt: 'created_at', assetCount: 'asset_count' }

export const createApplicationHandlers = ({ db }: Deps): ServiceHandlers<typeof applications> => ({
  async list({ query: { page, limit, after, order, search } }) {
    const [[field, direction] = ['name', 'asc' as const]] = Object.entries(parseOrder(order))
    const matching = db
      .selectFrom('applications')
      .selectAll()
      .select(APPLICATION_ASSET_COUNT_SQL.as('asset_count'))
      .$if(Boolean(search), (all) => all.where('name_key', 'like', toLikePattern(toNameKey(search ?? ''))))
    const found = await readListPage<Row>(db, {
      matchingQuery: matching,
      columns: COLUMNS,
      order: [ORDERS[field]!, direction],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(toApplication) }
  },

  async get({ params }) {
    const applicationQuery = db
      .selectFrom('applications')
      .selectAll()
      .select(APPLICATION_ASSET_COUNT_SQL.as('asset_count'))
    const { rows } =
      await sql<Row>`select ${COLUMNS} from (${applicationQuery.where('id', '=', params.id)}) as row`.execute(db)
    if (!rows[0]) throw notFoundError('The application')
    return toApplication(rows[0])
  },
})

const toApplication = ({ createdAt, ...row }: Row): Application => ({ ...row, createdAt: createdAt.toISOString() })
