import type { cageMeshes } from '../../src/api/contract/cage-meshes.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import type { Deps } from '../boot/deps.ts'
import { readPage } from '../db/read-page.ts'
import { containsPattern, toNameKey } from '../db/values.ts'
import { notFound } from '../errors/http-error.ts'
import { CAGE_COLUMNS, type CageRow, readCageMesh, toCageMesh } from '../fitting/cage-rows.ts'
import { carryCages } from '../fitting/carry-cages.ts'
import { addCage, updateCage } from '../fitting/write-cages.ts'
import type { ServiceHandlers } from './bind-routes.ts'

const ORDERS: Record<string, string> = { name: 'name_key', createdAt: 'created_at' }

export const cageMeshHandlers = (deps: Deps): ServiceHandlers<typeof cageMeshes> => ({
  create: ({ body }, call) => addCage(deps, call, body),

  update: ({ params, body }, call) => updateCage(deps, call, params.id, body),

  async list({ query: { page, limit, after, order, search, bodyId, assetType, gender } }) {
    const [[field, direction] = ['createdAt', 'desc' as const]] = Object.entries(parseOrder(order))
    const types = assetType?.flatMap((type) => (type === 'whole' ? [] : [type]))
    const found = await readPage<CageRow>(deps.db, {
      matchingQuery: deps.db
        .selectFrom('cage_meshes')
        .selectAll()
        .$if(Boolean(search), (all) => all.where('name_key', 'like', containsPattern(toNameKey(search ?? ''))))
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
    if (!cage) throw notFound('The cage mesh')
    return cage
  },

  carry: ({ body }, call) => carryCages(deps, call, body),
})
