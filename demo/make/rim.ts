import type { TriangleMesh } from './polygonise.ts'
import {
  createRefinableMesh,
  crossesSurface,
  findSurfaceCrossing,
  interpolatePoints,
  listSides,
  projectOntoSurface,
  type RefinableMesh,
  splitSides,
  vertexPosition,
} from './refine-mesh.ts'
import type { DistanceField, Point } from './signed-distance.ts'
import { compactMesh } from './simplify.ts'

/** Line along which a surface bends sharply, such as a hem or an opening. */
export interface Rim {
  /** Surface whose intersection with the part is the rim. */
  line: DistanceField
  /** Minimum height of the rim, in metres. */
  above?: number
  /** Maximum distance by which vertices are moved onto the surface, in metres. */
  maxMove?: number
}

/** Maximum deviation of a rim from the surface between two vertices, and minimum length of sides to split, in metres. */
const MAX_DEVIATION_METRES = 0.0016
const MIN_SPLIT_METRES = 0.011

const MAX_ROUNDS = 6

/**
 * Refines a mesh so that its sides run along a rim on the surface. The rim then appears as one line instead of jagged triangles.
 */
export function alignToRim(
  net: TriangleMesh,
  surface: DistanceField,
  { line, above = Number.NEGATIVE_INFINITY, maxMove = 0.004 }: Rim,
): TriangleMesh {
  const grown = createRefinableMesh(net, line)
  const options = { line, surface, above, maxMove }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const bent = listCrossedTriangles(grown, options).filter(({ isBent }) => isBent)
    if (bent.length === 0) break
    const halved = bent.map(({ longest: { a, b, key } }) => {
      const middle = interpolatePoints(vertexPosition(grown, a), vertexPosition(grown, b), 0.5)
      return [key, projectOntoSurface(surface, middle, maxMove)] as const
    })
    splitSides(grown, new Map(halved), (point) => line(...point))
  }
  const crossings = new Map<number, Point>()
  for (let t = 0; t < grown.indices.length; t += 3)
    for (const side of listSides(grown, t)) {
      if (!crossesSurface(grown, side) || crossings.has(side.key)) continue
      const point = findSurfaceCrossing(grown, line, side)
      if (point[1] > above) crossings.set(side.key, projectOntoSurface(surface, point, maxMove))
    }
  splitSides(grown, crossings, () => 0)
  return compactMesh(Float32Array.from(grown.positions), grown.indices)
}

/** Returns the triangles that a rim crosses: their longest sides, and whether the rim bends inside them. */
function listCrossedTriangles(
  net: RefinableMesh,
  { line, surface, above, maxMove }: Required<Rim> & { surface: DistanceField },
) {
  return Array.from({ length: net.indices.length / 3 }, (_, t) => listSides(net, t * 3)).flatMap((sides) => {
    const [one, other] = sides
      .filter((side) => crossesSurface(net, side))
      .map((side) => findSurfaceCrossing(net, line, side))
    if (!one || !other || Math.min(one[1], other[1]) < above) return []
    const middle = interpolatePoints(
      projectOntoSurface(surface, one, maxMove),
      projectOntoSurface(surface, other, maxMove),
      0.5,
    )
    const longest = sides.toSorted((p, q) => q.length - p.length)[0]!
    return [
      { longest, isBent: longest.length > MIN_SPLIT_METRES && Math.abs(surface(...middle)) > MAX_DEVIATION_METRES },
    ]
  })
}
