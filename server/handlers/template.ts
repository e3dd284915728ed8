import type { template } from '../../src/api/contract/template.ts'
import { createFromTemplate } from '../assets/from-template.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'

/** Assets that are made from others. */
export const templateHandlers = (deps: Deps): ServiceHandlers<typeof template> => ({
  usingTemplate: ({ body }, call) => createFromTemplate(deps, call, body),
})
