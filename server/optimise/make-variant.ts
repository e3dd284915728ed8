import type { ModelStats } from '../../src/api/contract/assets.ts'
import type { VariantRecipe } from '../../src/api/contract/recipes.ts'
import { loadGltfValidator } from '../files/gltf-validator.ts'
import { readModelStatsOfBytes } from '../files/model-stats.ts'
import { OptimiseError } from './optimise-error.ts'
import { optimiseGlb } from './optimise-glb.ts'
import { RECIPE_TABLE } from './recipes.ts'
import { type RenderDifference, renderDifference } from './render-difference.ts'

/** Optimised model, statistics of the original and of this model, and their visual difference if both can be rendered. */
export interface OptimisedModel {
  readonly glb: Uint8Array
  readonly before: ModelStats
  readonly after: ModelStats
  readonly difference?: RenderDifference
}

/**
 * Creates a variant of a GLB, finest level first. Throws {@link OptimiseError} on failure, or if the Khronos validator reports an
 * error that the original does not have. Slow, so it must run in a child process.
 */
export async function makeVariant(glb: Uint8Array, recipe: VariantRecipe): Promise<OptimisedModel[]> {
  const [before, originalErrors] = [await readModelStatsOfBytes(glb), await readValidatorErrors(glb)]
  const levels: OptimisedModel[] = []
  for (const optimised of await optimiseGlb(glb, RECIPE_TABLE[recipe])) {
    for (const code of await readValidatorErrors(optimised))
      if (!originalErrors.has(code))
        throw new OptimiseError('Optimising would break the model, so it was left unchanged.')
    const difference = await renderDifference(glb, optimised)
    levels.push({
      glb: optimised,
      before,
      after: await readModelStatsOfBytes(optimised),
      ...(difference ? { difference } : {}),
    })
  }
  return levels
}

async function readValidatorErrors(glb: Uint8Array): Promise<Set<string>> {
  const { issues } = await loadGltfValidator().validate(glb)
  return new Set(issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code))
}
