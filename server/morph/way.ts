import { createHash } from 'node:crypto'
import { type Deformation, deformation } from './deform.ts'
import { inverseOf, type Way } from './inverse.ts'
import { type Caged, skinToSkin } from './skin-to-skin.ts'

/**
 * The way of fitting between two bodies whose cages are of one family. Of each two bodies one way is worked out, and the
 * other is its inverse: a place that goes there and back comes back to where it was.
 */
export function wayBetween(from: Caged, to: Caged): Way {
  if (isWorkedOut(from, to)) return { ...workedOut(from, to), missed: () => 0 }
  return inverseOf(workedOut(to, from), deformation(from.cage, to.cage))
}

/** So many ways are kept: a wardrobe is fitted to one body, and its pieces have a few families of cages. */
const KEPT = 6
/** The way from a finer body takes too much memory to be kept. */
const MOST_TRIANGLES = 50_000

/** Ways by what they were worked out from, the one that was asked for last at the end. */
const kept = new Map<string, Deformation>()

/** The way from body to body, which takes up to two seconds to work out: for the next garment it is there already. */
function workedOut(from: Caged, to: Caged): Deformation {
  const key = keyOf(from, to)
  const way = kept.get(key) ?? skinToSkin(from, to)
  kept.delete(key)
  if (from.skin.triangles.length / 3 <= MOST_TRIANGLES) kept.set(key, way)
  const [oldest] = kept.keys()
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  return way
}

function keyOf(...bodies: readonly Caged[]): string {
  const hash = createHash('sha256')
  for (const { positions, triangles } of bodies.flatMap(({ cage, skin }) => [cage, skin]))
    hash.update(`${positions.length} ${triangles.length} `).update(positions).update(triangles)
  return hash.digest('hex')
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
