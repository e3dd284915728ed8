import { parseOrder } from '../../src/api/contract/list.ts'
import type { transfer } from '../../src/api/contract/transfer.ts'
import type { Deps } from '../boot/deps.ts'
import { exportApplication } from '../transfer/export-application.ts'
import { describeImport, startImport } from '../transfer/imports.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createTransferHandlers = (deps: Deps): ServiceHandlers<typeof transfer> => ({
  export: ({ params }, call) => exportApplication(deps, call, params.applicationId),

  import: ({ body }, call) => startImport(deps, call, body),

  importStatus({ params, query: { page, limit, after, order, outcome, complete } }, call) {
    const direction = parseOrder(order)['place'] ?? 'asc'
    return describeImport(deps, call, params.importId, { page, limit, after, direction, outcome, complete })
  },
})
