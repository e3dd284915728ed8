import { sql } from 'kysely'
import type { Application, applications } from '../../src/api/contract/applications.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import { APPLICATION_ASSET_COUNT } from '../assets/counts.ts'
import type { Deps } from '../boot/deps.ts'
import { readPage } from '../db/read-page.ts'
import { containsPattern, toNameKey } from '../db/values.ts'
import { notFound } from '../errors/http-error.ts'
import type { ServiceHandlers } from './bind-routes.ts'

type Row = Omit<Application, 'createdAt'> & { createdAt: Date }

const COLUMNS = sql`row.id, row.name, row.owner_id as "ownerId", row.created_at as "createdAt",
  row.asset_count as "assetCount"`
const ORDERS: Record<string, string> = { name: 'name_key', createdAt: 'created_at', assetCount: 'asset_count' }

export const applicationHandlers = ({ db }: Deps): ServiceHandlers<typeof applications> => ({
  async list({ query: { page, limit, after, order, search } }) {
    const [[field, direction] = ['name', 'asc' as const]] = Object.entries(parseOrder(order))
    const matching = db
      .selectFrom('applications')
      .selectAll()
      .select(APPLICATION_ASSET_COUNT.as('asset_count'))
      .$if(Boolean(search), (all) => all.where('name_key', 'like', containsPattern(toNameKey(search ?? ''))))
    const found = await readPage<Row>(db, {
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
    const applicationQuery = db.selectFrom('applications').selectAll().select(APPLICATION_ASSET_COUNT.as('asset_count'))
    const { rows } =
      await sql<Row>`select ${COLUMNS} from (${applicationQuery.where('id', '=', params.id)}) as row`.execute(db)
    if (!rows[0]) throw notFound('The application')
    return toApplication(rows[0])
  },
})

const toApplication = ({ createdAt, ...row }: Row): Application => ({ ...row, createdAt: createdAt.toISOString() })
