import type { cageMeshes } from '../../src/api/contract/cage-meshes.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import { toLikePattern, toNameKey } from '../db/values.ts'
import { notFoundError } from '../errors/http-error.ts'
import { CAGE_COLUMNS, type CageRow, readCageMesh, toCageMesh } from '../fitting/cage-rows.ts'
import { enqueueCarryCages } from '../fitting/carry-cages.ts'
import { addCage, updateCage } from '../fitting/write-cages.ts'
import type { ServiceHandlers } from './bind-routes.ts'

const ORDERS: Record<string, string> = { name: 'name_key', createdAt: 'created_at' }

export const createCageMeshHandlers = (deps: Deps): ServiceHandlers<typeof cageMeshes> => ({
  create: ({ body }, call) => addCage(deps, call, body),

  update: ({ params, body }, call) => updateCage(deps, call, params.id, body),

  async list({ query: { page, limit, after, order, search, bodyId, assetType, gender } }) {
    const [[field, direction] = ['createdAt', 'desc' as const]] = Object.entries(parseOrder(order))
    const types = assetType?.flatMap((type) => (type === 'whole' ? [] : [type]))
    const found = await readListPage<CageRow>(deps.db, {
      matchingQuery: deps.db
        .selectFrom('cage_meshes')
        .selectAll()
        .$if(Boolean(search), (all) => all.where('name_key', 'like', toLikePattern(toNameKey(search ?? ''))))
        .$if(bodyId !== undefined, (all) => all.where('body_id', 'in', bodyId!))
        .$if(gender !== undefined, (all) => all.where('gender', 'in', gender!))
        .$if(types !== undefined, (all) =>
          all.where((of) =>
            of.or([
              ...(types!.length > 0 ? [of('asset_type', 'in', types!)] : []),
              ...(assetType!.includes('whole') ? [of('asset_type', 'is', null)] : []),
            ]),
          ),
        ),
      columns: CAGE_COLUMNS,
      order: [ORDERS[field]!, direction],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(toCageMesh) }
  },

  async get({ params: { id } }) {
    const cage = await readCageMesh(deps.db, id)
    if (!cage) throw notFoundError('The cage mesh')
    return cage
  },

  carry: ({ body }, call) => enqueueCarryCages(deps, call, body),
})
