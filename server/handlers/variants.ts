import type { variants } from '../../src/api/contract/variants.ts'
import { computeAssetETag } from '../assets/asset-etag.ts'
import { adoptVariant, readVariants, requestVariant } from '../assets/variants.ts'
import type { Deps } from '../boot/deps.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createVariantHandlers = (deps: Deps): ServiceHandlers<typeof variants> => ({
  variants: async ({ params }, call) => ({ data: await readVariants(deps, call, params.id) }),

  makeVariant: ({ params, body }, call) => requestVariant(deps, call, params.id, body.recipe),

  async adoptVariant({ params }, call) {
    const asset = await adoptVariant(deps, call, params.id, params.recipe)
    call.setResponseHeader('etag', computeAssetETag(asset))
    return asset
  },
})
