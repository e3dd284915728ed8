import { sql } from 'kysely'
import type { Application, applications } from '../../src/api/contract/applications.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import { COUNT_OF_APPLICATION } from '../assets/counts.ts'
import type { ServiceHandlers } from '../bind.ts'
import { readPage } from '../db/page.ts'
import { containing, fold } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'

type Row = Omit<Application, 'createdAt'> & { createdAt: Date }

const COLUMNS = sql`row.id, row.name, row.owner_id as "ownerId", row.created_at as "createdAt",
  row.asset_count as "assetCount"`
const ORDERS: Record<string, string> = { name: 'name_key', createdAt: 'created_at', assetCount: 'asset_count' }

/** The applications assets belong to. */
export const applicationHandlers = ({ db }: Deps): ServiceHandlers<typeof applications> => ({
  async list({ query: { page, limit, after, order, search } }) {
    const [[field, direction] = ['name', 'asc' as const]] = Object.entries(parseOrder(order))
    const matching = db
      .selectFrom('applications')
      .selectAll()
      .select(COUNT_OF_APPLICATION.as('asset_count'))
      .$if(Boolean(search), (all) => all.where('name_key', 'like', containing(fold(search ?? ''))))
    const found = await readPage<Row>(db, {
      matching,
      columns: COLUMNS,
      order: [ORDERS[field]!, direction],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(asApplication) }
  },

  async get({ params }) {
    const one = db.selectFrom('applications').selectAll().select(COUNT_OF_APPLICATION.as('asset_count'))
    const { rows } = await sql<Row>`select ${COLUMNS} from (${one.where('id', '=', params.id)}) as row`.execute(db)
    if (!rows[0]) throw notFound('The application')
    return asApplication(rows[0])
  },
})

const asApplication = ({ createdAt, ...row }: Row): Application => ({ ...row, createdAt: createdAt.toISOString() })
