import { readAccessor } from '../render/accessor.ts'
import { MorphError } from './morph-error.ts'
import type { RestModel } from './rest-model.ts'

/** Maximum count of numbers in the morph targets of a model. At eight bytes each, they take 240 MB of memory. */
const MAX_KEY_NUMBERS = 30e6

/** Deltas of a morph target, three numbers per vertex. The caller may modify the arrays. */
export interface MorphTarget {
  POSITION?: Float64Array
  NORMAL?: Float64Array
  TANGENT?: Float64Array
}

/**
 * Reads the morph targets of each vertex set. Checks their counts before memory is allocated. Throws MorphError `TOO_COSTLY` or
 * `NOT_FINITE`.
 */
export function readModelMorphTargets(model: RestModel): MorphTarget[][] {
  assertKeyCount(model)
  return model.sets.map(({ primitives }) =>
    (primitives[0]!.targets ?? []).map((target) => {
      const key: MorphTarget = {}
      for (const name of ['POSITION', 'NORMAL', 'TANGENT'] as const)
        if (target[name] !== undefined) key[name] = readAccessor(model.glb, target[name])
      if (key.POSITION && !key.POSITION.every(Number.isFinite))
        throw new MorphError('NOT_FINITE', 'The model has shape keys whose offsets are not numbers.')
      return key
    }),
  )
}

function assertKeyCount({ glb, sets }: RestModel): void {
  const numbers = sets
    .flatMap(({ primitives }) => primitives[0]!.targets ?? [])
    .flatMap((target) => Object.values(target))
    .reduce((sum, index) => sum + 3 * (glb.json.accessors?.[index]?.count ?? 0), 0)
  if (numbers > MAX_KEY_NUMBERS)
    throw new MorphError('TOO_COSTLY', 'The model’s shape keys contain too many values to be fitted.')
}

/** Returns whether a morph target moves the vertex whose three numbers start at index `at`. */
export const isShifted = (values: Float64Array, at: number): boolean =>
  values[at] !== 0 || values[at + 1] !== 0 || values[at + 2] !== 0
