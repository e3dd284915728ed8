import type { Cage } from './cage.ts'
import { MorphError } from './morph-error.ts'
import { isShifted, type MorphTarget } from './morph-targets.ts'
import type { RestModel } from './rest-model.ts'

/** Maximum of points × triangles per morph, which takes about two minutes of CPU time. */
const MAX_POINT_TRIANGLES = 1e9
/** Cost of one inverse evaluation, as a multiple of a forward evaluation. */
const INVERSE_COST_FACTOR = 8

/** Throws MorphError `TOO_COSTLY` if there are too many vertices, alone or together with the vertices moved by morph targets. */
export function checkCost(
  model: RestModel,
  keys: readonly (readonly MorphTarget[])[],
  cage: Cage,
  isCanonical: boolean,
): void {
  const costPerPoint = (cage.triangles.length / 3) * (isCanonical ? 1 : INVERSE_COST_FACTOR)
  const maxPoints = MAX_POINT_TRIANGLES / costPerPoint
  const vertices = model.whole.positions.length / 3
  if (vertices > maxPoints) throw new MorphError('TOO_COSTLY', 'The model has too many vertices for a cage this fine.')
  const shifted = keys.flat().reduce((sum, { POSITION }) => sum + (POSITION ? countShifts(POSITION) : 0), 0)
  if (vertices + shifted > maxPoints)
    throw new MorphError('TOO_COSTLY', 'The model’s shape keys move too many vertices for a cage this fine.')
}

function countShifts(values: Float64Array): number {
  let count = 0
  for (let at = 0; at < values.length; at += 3) if (isShifted(values, at)) count++
  return count
}
