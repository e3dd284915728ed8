import type { variants } from '../../src/api/contract/variants.ts'
import { adoptVariant, makeVariant, readVariants } from '../assets/variants.ts'
import { versionTag } from '../assets/version-tag.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'

/** The smaller models that are made of an asset's. */
export const variantHandlers = (deps: Deps): ServiceHandlers<typeof variants> => ({
  variants: async ({ params }, call) => ({ data: await readVariants(deps, call, params.id) }),

  makeVariant: ({ params, body }, call) => makeVariant(deps, call, params.id, body.recipe),

  async adoptVariant({ params }, call) {
    const asset = await adoptVariant(deps, call, params.id, params.recipe)
    call.answerWith('etag', versionTag(asset))
    return asset
  },
})
