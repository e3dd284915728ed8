import type { templates } from '../../src/api/contract/templates.ts'
import { createAssetFromTemplate } from '../assets/create-asset-from-template.ts'
import type { Deps } from '../boot/deps.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createTemplateHandlers = (deps: Deps): ServiceHandlers<typeof templates> => ({
  usingTemplate: ({ body }, call) => createAssetFromTemplate(deps, call, body),
})
