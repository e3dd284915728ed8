import { readAccessor } from '../render/accessor.ts'
import type { Cage } from './cage.ts'
import { MorphFault } from './fault.ts'
import type { Model } from './model.ts'

/** Points times triangles that one morph may cost: about two minutes of a processor. */
const MOST_WORK = 1e9
/** The inverse of a way asks that so often for a place, about. */
const INVERSE_WORK = 8
/** Numbers that the shape keys of one set of vertices may hold, eight bytes each while they are fitted: 240 MB. */
const MOST_KEY_NUMBERS = 30e6

/** Throws MorphFault `TOO_COSTLY` where too many places would be asked for: those of vertices, and those that shape keys take them to. */
export function checkCost(model: Model, cage: Cage, isWorkedOut: boolean): void {
  const workOfPlace = (cage.triangles.length / 3) * (isWorkedOut ? 1 : INVERSE_WORK)
  const most = MOST_WORK / workOfPlace
  const vertices = model.whole.positions.length / 3
  if (vertices > most)
    throw new MorphFault('TOO_COSTLY', 'The model has too many vertices to be fitted with so fine a cage.')
  checkKeys(model)
  if (vertices + shiftedByKeys(model) > most)
    throw new MorphFault(
      'TOO_COSTLY',
      'The model’s shape keys move too many vertices to be fitted with so fine a cage.',
    )
}

/** How many vertices the model's shape keys move, each counted for every key that moves it. */
function shiftedByKeys({ glb, sets }: Model): number {
  const known = new Map<number, number>()
  const shifted = (index: number): number => {
    const count = known.get(index) ?? countShifts(readAccessor(glb, index))
    known.set(index, count)
    return count
  }
  let sum = 0
  for (const { primitives } of sets)
    for (const { POSITION } of primitives[0]!.targets ?? []) if (POSITION !== undefined) sum += shifted(POSITION)
  return sum
}

/** All keys of a set are read at once; what a file says of itself is looked at before that much memory is taken. */
function checkKeys({ glb, sets }: Model): void {
  for (const { primitives } of sets) {
    const numbers = (primitives[0]!.targets ?? [])
      .flatMap((target) => Object.values(target))
      .reduce((sum, index) => sum + 3 * (glb.json.accessors?.[index]?.count ?? 0), 0)
    if (numbers > MOST_KEY_NUMBERS)
      throw new MorphFault('TOO_COSTLY', 'The model’s shape keys hold too many numbers to be fitted.')
  }
}

function countShifts(values: Float64Array): number {
  let count = 0
  for (let at = 0; at < values.length; at += 3) if (isShifted(values, at)) count++
  if (!values.every(Number.isFinite))
    throw new MorphFault('NOT_FINITE', 'The model has shape keys whose shifts are not numbers.')
  return count
}

/** Whether a shape key moves the vertex whose three numbers begin at `at`. */
export const isShifted = (values: Float64Array, at: number): boolean =>
  values[at] !== 0 || values[at + 1] !== 0 || values[at + 2] !== 0
