import { deformation } from './deform.ts'
import { inverseOf, type Way } from './inverse.ts'
import { type Caged, skinToSkin } from './skin-to-skin.ts'

/**
 * The way of fitting between two bodies whose cages are of one family. Of each two bodies one way is worked out, and the
 * other is its inverse: a place that goes there and back comes back to where it was.
 */
export function wayBetween(from: Caged, to: Caged): Way {
  if (isWorkedOut(from, to)) return { ...skinToSkin(from, to), missed: () => 0 }
  return inverseOf(skinToSkin(to, from), deformation(from.cage, to.cage))
}

/** Whether this way is the one that is worked out, and not the inverse, which costs some eight times as much for a place. */
export const isWorkedOut = (from: Caged, to: Caged): boolean =>
  (compare(from.cage.positions, to.cage.positions) || compare(from.skin.positions, to.skin.positions)) <= 0

/** Any order will do that does not depend on which of the two is asked for. */
function compare(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) return a.length - b.length
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : a[at]! - b[at]!
}
