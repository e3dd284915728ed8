import type { templates } from '../../src/api/contract/templates.ts'
import { createFromTemplate } from '../assets/from-template.ts'
import type { Deps } from '../boot/deps.ts'
import type { ServiceHandlers } from './bind-routes.ts'

/** Handlers that create assets from existing ones. */
export const templateHandlers = (deps: Deps): ServiceHandlers<typeof templates> => ({
  usingTemplate: ({ body }, call) => createFromTemplate(deps, call, body),
})
