import type { applicationAssets } from '../../src/api/contract/application-assets.ts'
import { asSeenBy } from '../assets/read.ts'
import { syncWithParent } from '../assets/sync.ts'
import { versionTag } from '../assets/version-tag.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'

/** The copies of assets that applications have for themselves. */
export const applicationAssetHandlers = (deps: Deps): ServiceHandlers<typeof applicationAssets> => ({
  async syncWithParent({ params, body }, call) {
    const { asset, changes } = await syncWithParent(deps, call, params.id, body.dryRun ?? false)
    const seen = asSeenBy(call.caller, asset)
    call.answerWith('etag', versionTag(seen))
    return { asset: seen, changes }
  },
})
