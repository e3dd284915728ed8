import type { privateAssets } from '../../src/api/contract/private-assets.ts'
import { createFromTemplate } from '../assets/from-template.ts'
import { alsoPrivately, type ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import { assetHandlers } from './assets.ts'

/** The assets as admins work on those of everyone. */
export const privateAssetHandlers = (deps: Deps): ServiceHandlers<typeof privateAssets> => ({
  ...alsoPrivately(assetHandlers(deps)),

  usingTemplate: ({ body }, call) => createFromTemplate(deps, call, body),
})
