import type { Cage } from './cage.ts'
import { MorphFault } from './fault.ts'
import { isShifted, type ShapeKey } from './keys.ts'
import type { Model } from './model.ts'

/** Points times triangles that one morph may cost: about two minutes of a processor. */
const MOST_WORK = 1e9
/** The inverse of a way asks that so often for a place, about. */
const INVERSE_WORK = 8

/** Throws MorphFault `TOO_COSTLY` where too many places would be asked for: those of vertices, and those that shape keys take them to. */
export function checkCost(
  model: Model,
  keys: readonly (readonly ShapeKey[])[],
  cage: Cage,
  isWorkedOut: boolean,
): void {
  const workOfPlace = (cage.triangles.length / 3) * (isWorkedOut ? 1 : INVERSE_WORK)
  const most = MOST_WORK / workOfPlace
  const vertices = model.whole.positions.length / 3
  if (vertices > most)
    throw new MorphFault('TOO_COSTLY', 'The model has too many vertices to be fitted with so fine a cage.')
  const shifted = keys.flat().reduce((sum, { POSITION }) => sum + (POSITION ? countShifts(POSITION) : 0), 0)
  if (vertices + shifted > most)
    throw new MorphFault(
      'TOO_COSTLY',
      'The model’s shape keys move too many vertices to be fitted with so fine a cage.',
    )
}

function countShifts(values: Float64Array): number {
  let count = 0
  for (let at = 0; at < values.length; at += 3) if (isShifted(values, at)) count++
  return count
}
