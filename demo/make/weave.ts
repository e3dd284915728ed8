import { encodePng } from '../../server/render/png.ts'
import type { Point } from './field.ts'
import type { Patch } from './piece.ts'

/** How cloth is made, and how hair lies, as its surface shows it close by. */
export type Weave = 'plain' | 'twill' | 'knit' | 'strands' | 'curls'

/** Pixels of a picture of a weave, each way. */
const SIDE = 32

/** A height 0..1 by place in the tile, which repeats at 1 both ways; the tile's side in metres; how deep it looks. */
const WEAVES: Readonly<
  Record<
    Weave,
    { height: (u: number, v: number) => number; side: number; depth: number; scale: number; isHair?: boolean }
  >
> = {
  plain: { height: plain, side: 0.0075, depth: 0.09, scale: 0.55 },
  twill: { height: twill, side: 0.009, depth: 0.09, scale: 0.7 },
  knit: { height: knit, side: 0.024, depth: 0.16, scale: 0.9 },
  strands: { height: strands, side: 0.03, depth: 0.08, scale: 0.5, isHair: true },
  curls: { height: curls, side: 0.04, depth: 0.12, scale: 0.7, isHair: true },
}

const TURN = 2 * Math.PI

/** Threads over and under each other, two each way. */
function plain(u: number, v: number): number {
  const [across, along] = [Math.sin(TURN * u), Math.sin(TURN * v)]
  const [warp, weft] = [Math.abs(Math.sin(TURN * u)), Math.abs(Math.sin(TURN * v))]
  const isOver = across * along > 0
  return 0.25 + 0.75 * (isOver ? warp * (0.55 + 0.45 * weft) : weft * (0.55 + 0.45 * warp))
}

/** Ridges that climb to the right, each a row of short threads. */
function twill(u: number, v: number): number {
  const ridge = 0.5 + 0.5 * Math.cos(TURN * 2 * (u - v))
  const thread = 0.5 + 0.5 * Math.cos(TURN * 4 * v)
  return ridge * (0.78 + 0.22 * thread)
}

/** Stitches in columns, each of two loops that lean together. */
function knit(u: number, v: number): number {
  const column = (u * 2) % 1
  const side = column < 0.5 ? column * 2 : 2 - column * 2
  // Each loop climbs from the column's edge to its middle.
  const row = (((v * 2 - side * 0.55) % 1) + 1) % 1
  const [x, y] = [(side - 0.5) / 0.5, (row - 0.5) / 0.5]
  return Math.sqrt(Math.max(0, 1 - x * x * 0.92)) * Math.sqrt(Math.max(0, 1 - y * y * 0.9))
}

/** Strands side by side, of three widths, that wave a little. */
function strands(u: number, v: number): number {
  const sway = 0.12 * Math.sin(TURN * v)
  const row = (count: number, shift: number) => Math.cos(TURN * (count * u + shift) + sway * count)
  return 0.5 + 0.22 * row(2, 0) + 0.16 * row(5, 0.3) + 0.12 * row(7, 0.6)
}

/** Tight curls, each a bump of its own. */
function curls(u: number, v: number): number {
  const [across, along] = [u + 0.08 * Math.sin(TURN * 2 * v), v + 0.08 * Math.sin(TURN * 2 * u + 1)]
  return (
    0.5 + 0.3 * Math.cos(TURN * 2 * across) * Math.cos(TURN * 2 * along) + 0.2 * Math.cos(TURN * 3 * (across + along))
  )
}

const pictures = new Map<Weave, Uint8Array>()

/** A weave as a normal map that repeats, PNG: red to the right, green up, as glTF has them. */
export function weavePicture(weave: Weave): Uint8Array {
  const known = pictures.get(weave)
  if (known) return known
  const { height, depth } = WEAVES[weave]
  const pixels = new Uint8Array(SIDE * SIDE * 4)
  const step = 1 / SIDE
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const [u, v] = [(column + 0.5) * step, (row + 0.5) * step]
      const right = (height(wrap(u + step), v) - height(wrap(u - step), v)) / (2 * step)
      // A picture's rows run down, and its green up.
      const down = (height(u, wrap(v + step)) - height(u, wrap(v - step))) / (2 * step)
      const [x, y] = [-right * depth, down * depth]
      const length = Math.hypot(x, y, 1)
      pixels.set(
        [x, y, 1].map((n) => Math.round(((n / length) * 0.5 + 0.5) * 255)),
        (row * SIDE + column) * 4,
      )
      pixels[(row * SIDE + column) * 4 + 3] = 255
    }
  const png = encodePng(pixels, SIDE, SIDE)
  pictures.set(weave, png)
  return png
}

const wrap = (share: number) => share - Math.floor(share)

/** How strongly the normal map of a weave shows. */
export const weaveScale = (weave: Weave): number => WEAVES[weave].scale

/** Whether it is hair that it shows. */
export const isHair = (weave: Weave): boolean => WEAVES[weave].isHair === true

/** The space that texture coordinates 0..1 cover, each way, metres: all that is worn fits into it. */
const REACH = 2.56

/** How far it is around a head of hair, metres. */
const GIRTH = 1.3

/** How often a weave repeats over coordinates 0..1, across and down. */
export function weaveRepeats(weave: Weave): [number, number] {
  const { side } = WEAVES[weave]
  const down = Math.round(REACH / side)
  // Coordinates reach half-way round: whole numbers of repeats there, so that they meet behind.
  return isHair(weave) ? [(2 * Math.round(GIRTH / side)) / 0.96, down] : [down, down]
}

/** A patch with texture coordinates, 2 a vertex, and which way they run, 4 a vertex as glTF has them. */
export type Mapped = Patch & { uvs: Float32Array; tangents: Float32Array }

/** Where a triangle's corners lie in the coordinates, by their places; corners of one key lie alike in every triangle. */
interface Laying {
  key: number
  at: (x: number, y: number, z: number) => readonly [u: number, v: number]
  /** Where the picture's right and its top point, before they are laid on the surface. */
  ways: (x: number, y: number, z: number) => readonly [right: Point, up: Point]
}

/** From three sides of a box, each triangle from the side that it and those around it face most; v runs down. */
const SIDES: readonly Laying[] = [
  {
    key: 0,
    at: (_x, y, z) => [z / REACH + 0.5, 0.875 - y / REACH],
    ways: () => [
      [0, 0, 1],
      [0, 1, 0],
    ],
  },
  {
    key: 1,
    at: (x, _y, z) => [x / REACH + 0.5, z / REACH + 0.5],
    ways: () => [
      [1, 0, 0],
      [0, 0, -1],
    ],
  },
  {
    key: 2,
    at: (x, y) => [x / REACH + 0.5, 0.875 - y / REACH],
    ways: () => [
      [1, 0, 0],
      [0, 1, 0],
    ],
  },
]

/** Around the head, as hair grows: from the crown down to all sides. */
const AROUND: readonly Laying[] = [0, 1].map((turn) => ({
  key: turn,
  at: (x, y, z) => [
    (angleOf(x, z) + (turn === 1 && angleOf(x, z) < 0.25 ? 0.5 : 0)) * 0.96,
    (1.9 + Math.hypot(x, z) - y) / REACH,
  ],
  ways: (x, _y, z) => {
    const far = Math.hypot(x, z) || 1
    return [
      [z / far, 0, -x / far],
      [-x / far, 1, -z / far],
    ]
  },
}))

/** Where a place lies around the vertical axis, half of it from behind over the right to behind: 0 to 0.5. */
const angleOf = (x: number, z: number) => (Math.atan2(x, z) / TURN + 0.5) / 2

/** A patch with texture coordinates for a weave. Where it lies in two ways beside each other, vertices are there twice. */
export function laid(patch: Patch, weave: Weave): Mapped {
  const { positions, indices } = patch
  const layings = isHair(weave) ? seams(positions, indices) : facings(patch)
  const places = new Map<number, number>()
  const from: number[] = []
  const uvs: number[] = []
  const tangents: number[] = []
  const turned = new Uint32Array(indices.length)
  for (const [i, vertex] of indices.entries()) {
    const { key, at, ways } = layings[Math.floor(i / 3)]!
    const known = places.get(vertex * 3 + key)
    turned[i] = known ?? from.length
    if (known !== undefined) continue
    places.set(vertex * 3 + key, from.length)
    from.push(vertex)
    const place: Point = [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!]
    uvs.push(...at(...place))
    const normal = patch.normals.subarray(vertex * 3, vertex * 3 + 3)
    tangents.push(...tangentOf([normal[0]!, normal[1]!, normal[2]!], ...ways(...place)))
  }
  const pick = (values: Float32Array) =>
    Float32Array.from(from.flatMap((vertex) => [...values.subarray(vertex * 3, vertex * 3 + 3)]))
  return {
    ...patch,
    positions: pick(positions),
    normals: pick(patch.normals),
    colours: pick(patch.colours),
    influences: from.map((vertex) => patch.influences[vertex]!),
    indices: turned,
    morphs: new Map([...patch.morphs].map(([name, values]) => [name, pick(values)])),
    uvs: Float32Array.from(uvs),
    tangents: Float32Array.from(tangents),
  }
}

/** The picture's right laid on a surface, and whether its top is to the left of that (1) or to the right (-1). */
function tangentOf(normal: Point, right: Point, up: Point): [number, number, number, number] {
  const level = (way: Point): Point => {
    const off = dot(normal, way)
    return [way[0] - normal[0] * off, way[1] - normal[1] * off, way[2] - normal[2] * off]
  }
  const flat = level(right)
  // A surface that faces where the right points has none: what is square to the top stands in.
  const way = Math.hypot(...flat) > 0.05 ? flat : cross(up, normal)
  const length = Math.hypot(...way) || 1
  const tangent: Point = [way[0] / length, way[1] / length, way[2] / length]
  return [...tangent, dot(cross(normal, tangent), up) < 0 ? -1 : 1]
}

const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** How each triangle lies around the head: those across the seam behind go on where the others end. */
function seams(positions: Float32Array, indices: Uint32Array): Laying[] {
  return Array.from({ length: indices.length / 3 }, (_, t) => {
    const angles = [0, 1, 2].map((k) => {
      const vertex = indices[t * 3 + k]!
      return angleOf(positions[vertex * 3]!, positions[vertex * 3 + 2]!)
    })
    return AROUND[Math.max(...angles) - Math.min(...angles) > 0.25 ? 1 : 0]!
  })
}

/** How often a triangle listens to those around it, so that folds do not part what lies together. */
const ROUNDS = 4

/** From which side each triangle is laid; from above only where it is nearly level. */
function facings({ normals, indices }: Patch): Laying[] {
  const count = indices.length / 3
  let facing = Float64Array.from({ length: count * 3 }, (_, i) => {
    const [t, axis] = [Math.floor(i / 3) * 3, i % 3]
    return Math.abs([0, 1, 2].reduce((sum, k) => sum + normals[indices[t + k]! * 3 + axis]!, 0))
  })
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(normals.length)
    for (const [i, vertex] of indices.entries())
      for (let axis = 0; axis < 3; axis++) sums[vertex * 3 + axis]! += facing[Math.floor(i / 3) * 3 + axis]!
    facing = facing.map((_, i) => {
      const t = Math.floor(i / 3) * 3
      return [0, 1, 2].reduce((sum, k) => sum + sums[indices[t + k]! * 3 + (i % 3)]!, 0)
    })
  }
  return Array.from({ length: count }, (_, t) => {
    const [x, y, z] = [facing[t * 3]!, facing[t * 3 + 1]!, facing[t * 3 + 2]!]
    if (y * 0.6 > Math.max(x, z)) return SIDES[1]!
    return x > z ? SIDES[0]! : SIDES[2]!
  })
}
