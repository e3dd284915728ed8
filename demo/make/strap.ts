import type { SolidPart } from './build-patches.ts'
import type { TriangleMesh } from './polygonise.ts'
import { type DistanceField, type Point, smoothPath, tube } from './signed-distance.ts'

/** Subdivisions of the path per segment, and the maximum turn (radians) and length (metres) between two rings. */
const STEPS_PER_SEGMENT = 8
const MAX_RING_TURN = 0.24
const MAX_RING_GAP_METRES = 0.04

const RING_CORNERS = 7

/** Rounding of the ends: offset and width of each additional ring, in radii. */
const CAP_RINGS = [
  [0.55, 0.82],
  [0.9, 0.4],
] as const

/**
 * Builds a round strap through points, with a radius in metres, as a solid and a mesh of rings. This mesh is smoother than a
 * polygonised and simplified mesh.
 */
export function buildStrap(points: readonly Point[], radius: number): Required<Pick<SolidPart, 'field' | 'net'>> {
  const path = smoothPath(points, STEPS_PER_SEGMENT)
  return { field: tube(path, radius), net: buildRings(reducePoints(path), radius) }
}

export function buildStrapPair(points: readonly Point[], radius: number): Required<Pick<SolidPart, 'field' | 'net'>> {
  const { field, net } = buildStrap(points, radius)
  const count = net.positions.length / 3
  const flipped = net.positions.map((value, i) => (i % 3 === 0 ? -value : value))
  const back = Uint32Array.from(net.indices, (_, i) => net.indices[i - (i % 3) + (2 - (i % 3))]! + count)
  return {
    field: mirrored(field),
    net: {
      positions: Float32Array.from([...net.positions, ...flipped]),
      indices: Uint32Array.from([...net.indices, ...back]),
    },
  }
}

const mirrored =
  (field: DistanceField): DistanceField =>
  (x, y, z) =>
    Math.min(field(x, y, z), field(-x, y, z))

/** Reduces a path to the points that its bends require. */
function reducePoints(path: readonly Point[]): Point[] {
  const out = [path[0]!]
  let turned = 0
  for (let i = 1; i + 1 < path.length; i++) {
    const [before, after] = [unit(difference(path[i]!, path[i - 1]!)), unit(difference(path[i + 1]!, path[i]!))]
    turned += Math.acos(Math.min(1, dot(before, after)))
    if (turned < MAX_RING_TURN && Math.hypot(...difference(path[i]!, out.at(-1)!)) < MAX_RING_GAP_METRES) continue
    out.push(path[i]!)
    turned = 0
  }
  return [...out, path.at(-1)!]
}

/** Builds rings around a path, perpendicular to it, with minimal twist and closed ends. */
function buildRings(path: readonly Point[], radius: number): TriangleMesh {
  const last = path.length - 1
  const heading = path.map((_, i) => unit(difference(path[Math.min(last, i + 1)]!, path[Math.max(0, i - 1)]!)))
  const rings = [
    ...CAP_RINGS.toReversed().map(([out, wide]) => ({
      at: moveAlong(path[0]!, heading[0]!, -out * radius),
      way: heading[0]!,
      wide,
    })),
    ...path.map((at, i) => ({ at, way: heading[i]!, wide: 1 })),
    ...CAP_RINGS.map(([out, wide]) => ({
      at: moveAlong(path[last]!, heading[last]!, out * radius),
      way: heading[last]!,
      wide,
    })),
  ]
  const positions: number[] = []
  let right: Point = Math.abs(heading[0]![0]) < 0.8 ? [1, 0, 0] : [0, 0, 1]
  for (const { at, way: ahead, wide } of rings) {
    right = unit(difference(right, moveAlong([0, 0, 0], ahead, dot(right, ahead))))
    const up = cross(ahead, right)
    for (let side = 0; side < RING_CORNERS; side++) {
      const angle = (side / RING_CORNERS) * 2 * Math.PI
      positions.push(
        ...moveAlong(moveAlong(at, right, Math.cos(angle) * radius * wide), up, Math.sin(angle) * radius * wide),
      )
    }
  }
  const ends = [moveAlong(path[0]!, heading[0]!, -radius), moveAlong(path[last]!, heading[last]!, radius)]
  const tips = ends.map((tip) => positions.push(...tip) / 3 - 1)
  const indices: number[] = []
  const corner = (ring: number, side: number) => ring * RING_CORNERS + (side % RING_CORNERS)
  for (let ring = 0; ring + 1 < rings.length; ring++)
    for (let side = 0; side < RING_CORNERS; side++) {
      const [a, b] = [corner(ring, side), corner(ring, side + 1)]
      indices.push(a, b, a + RING_CORNERS, b, b + RING_CORNERS, a + RING_CORNERS)
    }
  for (let side = 0; side < RING_CORNERS; side++) {
    indices.push(tips[0]!, corner(0, side + 1), corner(0, side))
    indices.push(tips[1]!, corner(rings.length - 1, side), corner(rings.length - 1, side + 1))
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

const difference = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const moveAlong = (a: Point, direction: Point, far: number): Point => [
  a[0] + direction[0] * far,
  a[1] + direction[1] * far,
  a[2] + direction[2] * far,
]
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

function unit(vector: Point): Point {
  const length = Math.hypot(...vector) || 1
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}
