import { type Field, type Point, rounded, tube } from './field.ts'
import type { Part } from './piece.ts'
import type { Net } from './polygonise.ts'

/** How finely the way of a strap is followed, and how far from ring to ring its net goes: until it has turned so far, or so long. */
const STEPS = 8
const TURN = 0.24
const LONG = 0.04

/** Corners of a ring. */
const SIDES = 7

/** How the ends are rounded: so far out, in radii, and so wide. */
const ENDS = [
  [0.55, 0.82],
  [0.9, 0.4],
] as const

/**
 * A round strap through points, `radius` metres thick: its solid, and a net of rings along it, which lies smoother than one that is found
 * in a lattice and made coarser.
 */
export function strap(points: readonly Point[], radius: number): Required<Pick<Part, 'field' | 'net'>> {
  const way = rounded(points, STEPS)
  return { field: tube(way, radius), net: ringed(thinned(way), radius) }
}

/** A strap and its mirror image. */
export function straps(points: readonly Point[], radius: number): Required<Pick<Part, 'field' | 'net'>> {
  const { field, net } = strap(points, radius)
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
  (field: Field): Field =>
  (x, y, z) =>
    Math.min(field(x, y, z), field(-x, y, z))

/** A way with as few places as its bends allow. */
function thinned(way: readonly Point[]): Point[] {
  const out = [way[0]!]
  let turned = 0
  for (let i = 1; i + 1 < way.length; i++) {
    const [before, after] = [unit(apart(way[i]!, way[i - 1]!)), unit(apart(way[i + 1]!, way[i]!))]
    turned += Math.acos(Math.min(1, dot(before, after)))
    if (turned < TURN && Math.hypot(...apart(way[i]!, out.at(-1)!)) < LONG) continue
    out.push(way[i]!)
    turned = 0
  }
  return [...out, way.at(-1)!]
}

/** Rings around a way, square to it, each turned as little as may be from the one before; closed at both ends. */
function ringed(way: readonly Point[], radius: number): Net {
  const last = way.length - 1
  const heading = way.map((_, i) => unit(apart(way[Math.min(last, i + 1)]!, way[Math.max(0, i - 1)]!)))
  const rings = [
    ...ENDS.toReversed().map(([out, wide]) => ({
      at: along(way[0]!, heading[0]!, -out * radius),
      way: heading[0]!,
      wide,
    })),
    ...way.map((at, i) => ({ at, way: heading[i]!, wide: 1 })),
    ...ENDS.map(([out, wide]) => ({ at: along(way[last]!, heading[last]!, out * radius), way: heading[last]!, wide })),
  ]
  const positions: number[] = []
  let right: Point = Math.abs(heading[0]![0]) < 0.8 ? [1, 0, 0] : [0, 0, 1]
  for (const { at, way: ahead, wide } of rings) {
    right = unit(apart(right, along([0, 0, 0], ahead, dot(right, ahead))))
    const up = cross(ahead, right)
    for (let side = 0; side < SIDES; side++) {
      const angle = (side / SIDES) * 2 * Math.PI
      positions.push(...along(along(at, right, Math.cos(angle) * radius * wide), up, Math.sin(angle) * radius * wide))
    }
  }
  const ends = [along(way[0]!, heading[0]!, -radius), along(way[last]!, heading[last]!, radius)]
  const tips = ends.map((tip) => positions.push(...tip) / 3 - 1)
  const indices: number[] = []
  const corner = (ring: number, side: number) => ring * SIDES + (side % SIDES)
  for (let ring = 0; ring + 1 < rings.length; ring++)
    for (let side = 0; side < SIDES; side++) {
      const [a, b] = [corner(ring, side), corner(ring, side + 1)]
      indices.push(a, b, a + SIDES, b, b + SIDES, a + SIDES)
    }
  for (let side = 0; side < SIDES; side++) {
    indices.push(tips[0]!, corner(0, side + 1), corner(0, side))
    indices.push(tips[1]!, corner(rings.length - 1, side), corner(rings.length - 1, side + 1))
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

const apart = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const along = (a: Point, way: Point, far: number): Point => [
  a[0] + way[0] * far,
  a[1] + way[1] * far,
  a[2] + way[2] * far,
]
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

function unit(way: Point): Point {
  const length = Math.hypot(...way) || 1
  return [way[0] / length, way[1] / length, way[2] / length]
}
