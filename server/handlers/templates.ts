import type { templates } from '../../src/api/contract/templates.ts'
import { createFromTemplate } from '../assets/from-template.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'

/** New assets from those that are there. */
export const templateHandlers = (deps: Deps): ServiceHandlers<typeof templates> => ({
  usingTemplate: ({ body }, call) => createFromTemplate(deps, call, body),
})
