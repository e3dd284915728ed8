import type { Cage } from './cage.ts'
import { coordinatesOf } from './coordinates.ts'
import { MorphFault, type Place, sayPlace } from './fault.ts'
import type { Mesh } from './weld.ts'

/** Moves points as a cage is moved. */
export interface Deformation {
  /** Writes where a point goes into `out` from `at` on; answers whether the source cage encloses the point. */
  move(x: number, y: number, z: number, out: Float64Array, at: number): boolean
}

/** How often progress is told: after so many points. */
const AT_ONCE = 512

/** The deformation that takes one cage to another; both have the same triangles. */
export function deformation(from: Mesh, to: Mesh): Deformation {
  const coordinates = coordinatesOf(from)
  const { positions: target } = to
  const move = (x: number, y: number, z: number, out: Float64Array, at: number): boolean => {
    const weights = coordinates.row(x, y, z)
    let [mx, my, mz] = [0, 0, 0]
    for (let v = 0, p = 0; v < weights.length; v++, p += 3) {
      const weight = weights[v]!
      if (weight === 0) continue
      mx += weight * target[p]!
      my += weight * target[p + 1]!
      mz += weight * target[p + 2]!
    }
    out[at] = mx
    out[at + 1] = my
    out[at + 2] = mz
    return coordinates.isInside()
  }
  return { move }
}

/** Moves all points of a model. Throws MorphFault `OUTSIDE_CAGE` for points that the source cage does not enclose. */
export function deformAll(
  points: Float64Array,
  way: Deformation,
  onShare: (share: number) => void = () => {},
): Float64Array {
  const out = new Float64Array(points.length)
  const outside: Place[] = []
  for (let at = 0; at < points.length; at += 3) {
    const place: Place = [points[at]!, points[at + 1]!, points[at + 2]!]
    if (!way.move(...place, out, at)) outside.push(place)
    if ((at / 3) % AT_ONCE === AT_ONCE - 1) onShare(at / points.length)
  }
  if (outside[0]) {
    const found = { count: outside.length, place: outside[0] }
    const sentence = `${outside.length} of ${points.length / 3} vertices lie outside the cage, one at ${sayPlace(outside[0])}.`
    throw new MorphFault('OUTSIDE_CAGE', sentence, found)
  }
  return out
}

/** Throws MorphFault `CAGE_TOPOLOGY_MISMATCH` unless the cages have the same triangles. */
export function checkFamily(from: Cage, to: Cage): void {
  if (from.topology === to.topology) return
  const sentence =
    'The two cages have different triangles, so no vertex of one stands for a vertex of the other: use cages of one family.'
  throw new MorphFault('CAGE_TOPOLOGY_MISMATCH', sentence)
}
