import * as v from 'valibot'
import { Asset, ModelStats } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { JOB_STATUSES } from './job-kinds.ts'
import { Job } from './jobs.ts'
import { RECIPES } from './recipes.ts'

/** How far the pictures of a model and its original are apart, 0..1, over the pixels that show something. */
export const ModelDifference = v.object({ mean: v.number(), max: v.number() })

/** What is known of a model that was made: what its original holds and what it holds. Without `difference` it cannot be drawn. */
export const VariantReport = v.object({
  before: ModelStats,
  after: ModelStats,
  difference: v.optional(ModelDifference),
})
export type VariantReport = v.InferOutput<typeof VariantReport>

/** One model of a variant; `differenceUrl` is a PNG: white where it looks as its original does. */
export const VariantLevel = v.object({
  modelUrl: v.string(),
  ...VariantReport.entries,
  differenceUrl: v.optional(v.string()),
})

/**
 * What one recipe makes of an asset's model: its `levels`, the finest first, none before it is `done`. `isModel` says that
 * the asset's model is one of them. The `error` is a sentence: why it failed.
 */
export const Variant = v.object({
  recipe: v.picklist(RECIPES),
  state: v.picklist(['none', ...JOB_STATUSES]),
  error: v.optional(v.string()),
  isModel: v.boolean(),
  levels: v.array(VariantLevel),
})
export type Variant = v.InferOutput<typeof Variant>

/** The smaller models that are made of an asset's. */
export const variants = {
  variants: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/variants',
    summary: 'What each recipe makes of the model of an asset, or will: size, triangles and looks, before and after.',
    access: ['read', 'Asset'],
    returns: v.object({ data: v.array(Variant) }),
  }),
  makeVariant: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/variants',
    summary:
      'Has a variant made of the model of an asset, which stays as it is. Asked twice it is made once, also for assets with the same model; the job is there for whoever asked first.',
    access: ['update', 'Asset'],
    body: v.strictObject({ recipe: v.picklist(RECIPES) }),
    returns: v.object({ variant: Variant, job: v.optional(Job) }),
  }),
  adoptVariant: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/variants/{recipe}/adopt',
    summary:
      'Makes a variant the model of an asset, of several levels the finest. The original is kept: reverting brings it back.',
    access: ['update', 'Asset'],
    returns: Asset,
  }),
}
