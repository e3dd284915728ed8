import type { assetUse } from '../../src/api/contract/asset-use.ts'
import { readDuplicates } from '../assets/duplicates.ts'
import { readAssetUsage } from '../assets/read-asset-usage.ts'
import type { Deps } from '../boot/deps.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createAssetUseHandlers = (deps: Deps): ServiceHandlers<typeof assetUse> => ({
  duplicates: ({ query: { page, limit, order, field } }, { caller }) =>
    readDuplicates(deps, caller, { page, limit, field, direction: order === 'total' ? 'asc' : 'desc' }),

  usage: ({ params }, { caller }) => readAssetUsage(deps.db, caller, params.id),
})
