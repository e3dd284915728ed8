import * as v from 'valibot'
import { Asset, ModelStats } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { JOB_STATUSES } from './job-kinds.ts'
import { Job } from './jobs.ts'
import { VARIANT_RECIPES } from './recipes.ts'

/** Difference between renderings of a variant and of the original, 0..1, over the pixels that are not background. */
export const ModelDifference = v.object({ mean: v.number(), max: v.number() })

/** Sizes of the original and of the variant. `difference` is absent if the variant cannot be rendered. */
export const VariantReport = v.object({
  before: ModelStats,
  after: ModelStats,
  difference: v.optional(ModelDifference),
})
export type VariantReport = v.InferOutput<typeof VariantReport>

/** One model of a variant; `differenceUrl` is a PNG that is white where both renderings are equal. */
export const VariantLevel = v.object({
  modelUrl: v.string(),
  ...VariantReport.entries,
  differenceUrl: v.optional(v.string()),
})

/**
 * Result of one recipe for an asset's model. `levels` starts with the finest model and is empty until `done`. `isModel`: the
 * asset currently uses one of the levels as its model. `error` is the reason for a failure, as a sentence.
 */
export const Variant = v.object({
  recipe: v.picklist(VARIANT_RECIPES),
  state: v.picklist(['none', ...JOB_STATUSES]),
  error: v.optional(v.string()),
  isModel: v.boolean(),
  levels: v.array(VariantLevel),
})
export type Variant = v.InferOutput<typeof Variant>

export const variants = {
  variants: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/variants',
    summary: 'List the optimised versions of an asset',
    description: 'For each recipe: size, triangles and visual difference, before and after.',
    access: ['read', 'Asset'],
    returns: v.object({ data: v.array(Variant) }),
  }),
  makeVariant: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/variants',
    summary: 'Generate an optimised version of an asset',
    description:
      'The model of the asset does not change. Repeated requests, also for assets with the same model, generate it once. The job belongs to the first caller.',
    access: ['update', 'Asset'],
    body: v.strictObject({ recipe: v.picklist(VARIANT_RECIPES) }),
    returns: v.object({ variant: Variant, job: v.optional(Job) }),
  }),
  adoptVariant: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/variants/{recipe}/adopt',
    summary: 'Use an optimised version as the model',
    description: 'Of several levels of detail, the finest is used. Reverting restores the original.',
    access: ['update', 'Asset'],
    returns: Asset,
  }),
}
