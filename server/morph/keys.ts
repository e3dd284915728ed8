import { readAccessor } from '../render/accessor.ts'
import { MorphFault } from './fault.ts'
import type { Model } from './model.ts'

/** Numbers that the shape keys of a model may hold, eight bytes each until it is written: 240 MB. */
const MOST_KEY_NUMBERS = 30e6

/** What a shape key changes of each vertex, three numbers each: its own numbers, which whoever fits them may change. */
export interface ShapeKey {
  POSITION?: Float64Array
  NORMAL?: Float64Array
  TANGENT?: Float64Array
}

/**
 * The shape keys of each of a model's sets. What a file says of itself is looked at before that much memory is taken. Throws
 * MorphFault `TOO_COSTLY` where they are too many, `NOT_FINITE` where they take a vertex nowhere.
 */
export function readKeys(model: Model): ShapeKey[][] {
  refuseTooMany(model)
  return model.sets.map(({ primitives }) =>
    (primitives[0]!.targets ?? []).map((target) => {
      const key: ShapeKey = {}
      for (const name of ['POSITION', 'NORMAL', 'TANGENT'] as const)
        if (target[name] !== undefined) key[name] = readAccessor(model.glb, target[name])
      if (key.POSITION && !key.POSITION.every(Number.isFinite))
        throw new MorphFault('NOT_FINITE', 'The model has shape keys whose shifts are not numbers.')
      return key
    }),
  )
}

function refuseTooMany({ glb, sets }: Model): void {
  const numbers = sets
    .flatMap(({ primitives }) => primitives[0]!.targets ?? [])
    .flatMap((target) => Object.values(target))
    .reduce((sum, index) => sum + 3 * (glb.json.accessors?.[index]?.count ?? 0), 0)
  if (numbers > MOST_KEY_NUMBERS)
    throw new MorphFault('TOO_COSTLY', 'The model’s shape keys hold too many numbers to be fitted.')
}

/** Whether a shape key moves the vertex whose three numbers begin at `at`. */
export const isShifted = (values: Float64Array, at: number): boolean =>
  values[at] !== 0 || values[at + 1] !== 0 || values[at + 2] !== 0
