import type { Cage } from './cage.ts'
import { createMeanValueCoordinates } from './mean-value-coordinates.ts'
import { formatPoint, MorphError, type Point } from './morph-error.ts'
import type { Mesh } from './weld.ts'

export interface Deformation {
  /**
   * Writes the new position of a point into `out`, starting at index `at`. Returns whether the source cage encloses the point.
   */
  move(x: number, y: number, z: number, out: Float64Array, at: number): boolean
}

const PROGRESS_INTERVAL_POINTS = 512

export function createDeformation(from: Mesh, to: Mesh): Deformation {
  const coordinates = createMeanValueCoordinates(from)
  const { positions: target } = to
  const move = (x: number, y: number, z: number, out: Float64Array, at: number): boolean => {
    const weights = coordinates.weightsAt(x, y, z)
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

/** Moves all points of a model. Throws MorphError `OUTSIDE_CAGE` if the source cage does not enclose every point. */
export function deformPoints(
  points: Float64Array,
  deformation: Deformation,
  onShare: (share: number) => void = () => {},
): Float64Array {
  const out = new Float64Array(points.length)
  const outside: Point[] = []
  for (let at = 0; at < points.length; at += 3) {
    const point: Point = [points[at]!, points[at + 1]!, points[at + 2]!]
    if (!deformation.move(...point, out, at)) outside.push(point)
    if ((at / 3) % PROGRESS_INTERVAL_POINTS === PROGRESS_INTERVAL_POINTS - 1) onShare(at / points.length)
  }
  if (outside[0]) {
    const found = { count: outside.length, place: outside[0] }
    const message = `${outside.length} of ${points.length / 3} vertices lie outside the cage, one at ${formatPoint(outside[0])}.`
    throw new MorphError('OUTSIDE_CAGE', message, found)
  }
  return out
}

/** Throws MorphError `CAGE_TOPOLOGY_MISMATCH` unless both cages have the same triangles. */
export function checkSameTopology(from: Cage, to: Cage): void {
  if (from.topology === to.topology) return
  const message =
    'The two cages have different triangles, so their vertices do not correspond: use cages of the same family.'
  throw new MorphError('CAGE_TOPOLOGY_MISMATCH', message)
}
