import type { applicationAssets } from '../../src/api/contract/application-assets.ts'
import { computeAssetETag } from '../assets/asset-etag.ts'
import { redactAssetFor } from '../assets/read.ts'
import { syncWithParent } from '../assets/sync-with-parent.ts'
import type { Deps } from '../boot/deps.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createApplicationAssetHandlers = (deps: Deps): ServiceHandlers<typeof applicationAssets> => ({
  async syncWithParent({ params, body }, call) {
    const { asset, changes } = await syncWithParent(deps, call, params.id, body.dryRun ?? false)
    const visible = redactAssetFor(call.caller, asset)
    call.setResponseHeader('etag', computeAssetETag(visible))
    return { asset: visible, changes }
  },
})
