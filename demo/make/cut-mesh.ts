import type { TriangleMesh } from './polygonise.ts'
import {
  createRefinableMesh,
  crossesSurface,
  evaluateField,
  findSurfaceCrossing,
  interpolatePoints,
  listSides,
  projectOntoSurface,
  type RefinableMesh,
  splitSides,
  type TriangleSide,
  vertexPosition,
} from './refine-mesh.ts'
import type { DistanceField, Point } from './signed-distance.ts'
import { compactMesh } from './simplify.ts'

const MIN_SIDE_METRES = 0.002

/** Maximum deviation of a straight cut through a triangle from the region's edge, in metres. */
const MAX_DEVIATION_METRES = 0.0006

/** Maximum distance by which a cut is moved onto the original surface, in metres. */
const MAX_MOVE_METRES = 0.004

const MAX_ROUNDS = 6

/** Positions along a side at which the region is evaluated. */
const SAMPLE_SHARES = [0.25, 0.5, 0.75]

/**
 * Cuts a mesh into the parts inside and outside a region, along the region's edge. Vertices of the cut are moved onto `surface`
 * if given.
 */
export function cutMesh(
  net: TriangleMesh,
  region: DistanceField,
  surface?: DistanceField,
): { inside: TriangleMesh; outside: TriangleMesh } {
  const grown = createRefinableMesh(net, region)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const halved = findSidesToSplit(grown, region, surface)
    if (halved.size === 0) break
    splitSides(grown, halved, (point) => evaluateField(region, point))
  }
  const crossings = new Map<number, Point>()
  for (let t = 0; t < grown.indices.length; t += 3)
    for (const side of listSides(grown, t))
      if (crossesSurface(grown, side) && !crossings.has(side.key))
        crossings.set(side.key, projectOntoSurface(surface, findSurfaceCrossing(grown, region, side), MAX_MOVE_METRES))
  splitSides(grown, crossings, () => 0)
  const inside: number[] = []
  const outside: number[] = []
  for (let t = 0; t < grown.indices.length; t += 3) {
    const corners = grown.indices.slice(t, t + 3)
    ;(corners.some((corner) => grown.values[corner]! < 0) ? inside : outside).push(...corners)
  }
  const positions = Float32Array.from(grown.positions)
  return { inside: compactMesh(positions, inside), outside: compactMesh(positions, outside) }
}

/**
 * Returns the midpoints of sides to split, so that straight cuts follow the region's edge. Splits sides that cross the edge more
 * than once, for example where a narrow band crosses a triangle. Also splits the longest side of triangles where a straight cut
 * deviates too far.
 */
function findSidesToSplit(net: RefinableMesh, region: DistanceField, surface?: DistanceField): Map<number, Point> {
  const out = new Map<number, Point>()
  const halve = ({ a, b, key }: TriangleSide) =>
    out.set(
      key,
      projectOntoSurface(
        surface,
        interpolatePoints(vertexPosition(net, a), vertexPosition(net, b), 0.5),
        MAX_MOVE_METRES,
      ),
    )
  for (let t = 0; t < net.indices.length; t += 3) {
    const sides = listSides(net, t)
    const long = sides.filter(({ length }) => length > MIN_SIDE_METRES * 2).toSorted((p, q) => q.length - p.length)
    for (const side of long) if (countCrossings(net, region, side) > 1) halve(side)
    const [one, other] = sides
      .filter((side) => crossesSurface(net, side))
      .map((side) => findSurfaceCrossing(net, region, side))
    if (!one || !other || !long[0]) continue
    if (Math.abs(region(...interpolatePoints(one, other, 0.5))) > MAX_DEVIATION_METRES) halve(long[0])
  }
  return out
}

function countCrossings(net: RefinableMesh, region: DistanceField, { a, b, length }: TriangleSide): number {
  const [first, last] = [net.values[a]!, net.values[b]!]
  if (Math.min(Math.abs(first), Math.abs(last)) > length * 1.5) return 0
  const samples = SAMPLE_SHARES.map((share) =>
    evaluateField(region, interpolatePoints(vertexPosition(net, a), vertexPosition(net, b), share)),
  )
  const values = [first, ...samples, last]
  return values.slice(1).filter((value, i) => value < 0 !== values[i]! < 0).length
}

/** Removes triangles that are completely inside another solid, at least `depth` metres deep. */
export function removeBuriedTriangles(net: TriangleMesh, solid: DistanceField, depth: number): TriangleMesh {
  const buried = Array.from(
    { length: net.positions.length / 3 },
    (_, v) => solid(net.positions[v * 3]!, net.positions[v * 3 + 1]!, net.positions[v * 3 + 2]!) < -depth,
  )
  const indices: number[] = []
  for (let t = 0; t < net.indices.length; t += 3) {
    const corners = [net.indices[t]!, net.indices[t + 1]!, net.indices[t + 2]!]
    if (!corners.every((c) => buried[c])) indices.push(...corners)
  }
  return compactMesh(net.positions, indices)
}
