import { type Deformation, deformation } from './deform.ts'
import { inverseOf } from './inverse.ts'
import { type Caged, skinToSkin } from './skin-to-skin.ts'

/**
 * The way of fitting between two bodies whose cages are of one family. Of each two bodies one way is worked out, and the
 * other is its inverse: what is fitted there and back comes back to where it was.
 */
export function wayBetween(from: Caged, to: Caged): Deformation {
  const order = compare(from.cage.positions, to.cage.positions) || compare(from.skin.positions, to.skin.positions)
  if (order <= 0) return skinToSkin(from, to)
  return inverseOf(skinToSkin(to, from), deformation(from.cage, to.cage))
}

/** Any order will do that does not depend on which of the two is asked for. */
function compare(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) return a.length - b.length
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : a[at]! - b[at]!
}
