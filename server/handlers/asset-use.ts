import type { assetUse } from '../../src/api/contract/asset-use.ts'
import { readDuplicates } from '../assets/duplicates.ts'
import { readUsage } from '../assets/usage.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'

/** What assets have to do with each other. */
export const assetUseHandlers = (deps: Deps): ServiceHandlers<typeof assetUse> => ({
  duplicates: ({ query: { page, limit, order, field } }, { caller }) =>
    readDuplicates(deps, caller, { page, limit, field, direction: order === 'total' ? 'asc' : 'desc' }),

  usage: ({ params }, { caller }) => readUsage(deps.db, caller, params.id),
})
