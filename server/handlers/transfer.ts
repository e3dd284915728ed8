import type { transfer } from '../../src/api/contract/transfer.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import { exportApplication } from '../transfer/export-application.ts'

/** Whole applications on their way out of a store. */
export const transferHandlers = (deps: Deps): ServiceHandlers<typeof transfer> => ({
  export: ({ params }, call) => exportApplication(deps, call, params.applicationId),
})
