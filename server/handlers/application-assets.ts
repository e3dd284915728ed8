import type { applicationAssets } from '../../src/api/contract/application-assets.ts'
import { assetETag } from '../assets/asset-etag.ts'
import { redactFor } from '../assets/read.ts'
import { syncWithParent } from '../assets/sync.ts'
import type { Deps } from '../boot/deps.ts'
import type { ServiceHandlers } from './bind-routes.ts'

/** Handlers for copies of assets that belong to applications. */
export const applicationAssetHandlers = (deps: Deps): ServiceHandlers<typeof applicationAssets> => ({
  async syncWithParent({ params, body }, call) {
    const { asset, changes } = await syncWithParent(deps, call, params.id, body.dryRun ?? false)
    const visible = redactFor(call.caller, asset)
    call.setResponseHeader('etag', assetETag(visible))
    return { asset: visible, changes }
  },
})
