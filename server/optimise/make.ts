import type { ModelStats } from '../../src/api/contract/assets.ts'
import type { RecipeName } from '../../src/api/contract/recipes.ts'
import { countModel } from '../files/model-stats.ts'
import { loadValidator } from '../files/validator.ts'
import { type Difference, differenceOf } from './difference.ts'
import { OptimiseFault } from './fault.ts'
import { optimise } from './optimise.ts'
import { RECIPE_TABLE } from './recipes.ts'

/** A model of a variant, what it and its original hold, and how far their pictures are apart, where they can be drawn. */
export interface MadeLevel {
  readonly glb: Uint8Array
  readonly before: ModelStats
  readonly after: ModelStats
  readonly difference?: Difference
}

/**
 * Makes a variant of a GLB, the finest level first. Throws {@link OptimiseFault} where that cannot be done, or where
 * the Khronos validator finds an error that the original has not. Long, and only for a process of its own.
 */
export async function makeVariant(glb: Uint8Array, recipe: RecipeName): Promise<MadeLevel[]> {
  const [before, wrong] = [await countModel(glb), await errorsOf(glb)]
  const levels: MadeLevel[] = []
  for (const made of await optimise(glb, RECIPE_TABLE[recipe])) {
    for (const code of await errorsOf(made))
      if (!wrong.has(code)) throw new OptimiseFault('The model would come out broken, so it stays as it is.')
    const difference = await differenceOf(glb, made)
    levels.push({ glb: made, before, after: await countModel(made), ...(difference ? { difference } : {}) })
  }
  return levels
}

/** The codes of the errors that the Khronos validator finds. */
async function errorsOf(glb: Uint8Array): Promise<Set<string>> {
  const { issues } = await loadValidator().validate(glb)
  return new Set(issues.messages.filter(({ severity }) => severity === 0).map(({ code }) => code))
}
