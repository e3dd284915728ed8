import { encodePng } from '../../server/render/png.ts'
import type { Patch } from './build-patches.ts'
import type { Point } from './signed-distance.ts'

export type Weave = 'plain' | 'twill' | 'knit' | 'strands' | 'curls'

const PICTURE_PIXELS = 32

/**
 * Height 0..1 by position in the tile, which repeats at 1 in both directions. `side` is the tile's size in metres, `depth` the
 * apparent depth.
 */
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

const FULL_TURN = 2 * Math.PI

/** Returns the height, from 0 to 1, of plain weave: threads over and under each other, two each way. */
function plain(u: number, v: number): number {
  const [across, along] = [Math.sin(FULL_TURN * u), Math.sin(FULL_TURN * v)]
  const [warp, weft] = [Math.abs(Math.sin(FULL_TURN * u)), Math.abs(Math.sin(FULL_TURN * v))]
  const isOver = across * along > 0
  return 0.25 + 0.75 * (isOver ? warp * (0.55 + 0.45 * weft) : weft * (0.55 + 0.45 * warp))
}

/** Returns the height, from 0 to 1, of twill: ridges that rise to the right, each a row of short threads. */
function twill(u: number, v: number): number {
  const ridge = 0.5 + 0.5 * Math.cos(FULL_TURN * 2 * (u - v))
  const thread = 0.5 + 0.5 * Math.cos(FULL_TURN * 4 * v)
  return ridge * (0.78 + 0.22 * thread)
}

/** Returns the height, from 0 to 1, of a knit: columns of stitches, each of two loops that lean together. */
function knit(u: number, v: number): number {
  const column = (u * 2) % 1
  const side = column < 0.5 ? column * 2 : 2 - column * 2
  // Each loop rises from the edge of the column to its middle.
  const row = (((v * 2 - side * 0.55) % 1) + 1) % 1
  const [x, y] = [(side - 0.5) / 0.5, (row - 0.5) / 0.5]
  return Math.sqrt(Math.max(0, 1 - x * x * 0.92)) * Math.sqrt(Math.max(0, 1 - y * y * 0.9))
}

/** Returns the height, from 0 to 1, of straight hair: slightly wavy parallel strands of three widths. */
function strands(u: number, v: number): number {
  const sway = 0.12 * Math.sin(FULL_TURN * v)
  const row = (count: number, shift: number) => Math.cos(FULL_TURN * (count * u + shift) + sway * count)
  return 0.5 + 0.22 * row(2, 0) + 0.16 * row(5, 0.3) + 0.12 * row(7, 0.6)
}

/** Returns the height, from 0 to 1, of curly hair: tight curls, each a separate bump. */
function curls(u: number, v: number): number {
  const [across, along] = [u + 0.08 * Math.sin(FULL_TURN * 2 * v), v + 0.08 * Math.sin(FULL_TURN * 2 * u + 1)]
  return (
    0.5 +
    0.3 * Math.cos(FULL_TURN * 2 * across) * Math.cos(FULL_TURN * 2 * along) +
    0.2 * Math.cos(FULL_TURN * 3 * (across + along))
  )
}

const pictures = new Map<Weave, Uint8Array>()

/** Returns a weave as a tileable normal map in PNG: red to the right, green up, as in glTF. */
export function buildWeaveNormalMap(weave: Weave): Uint8Array {
  const cached = pictures.get(weave)
  if (cached) return cached
  const { height, depth } = WEAVES[weave]
  const pixels = new Uint8Array(PICTURE_PIXELS * PICTURE_PIXELS * 4)
  const step = 1 / PICTURE_PIXELS
  for (let row = 0; row < PICTURE_PIXELS; row++)
    for (let column = 0; column < PICTURE_PIXELS; column++) {
      const [u, v] = [(column + 0.5) * step, (row + 0.5) * step]
      const right = (height(wrap(u + step), v) - height(wrap(u - step), v)) / (2 * step)
      // Image rows run down, but green points up.
      const down = (height(u, wrap(v + step)) - height(u, wrap(v - step))) / (2 * step)
      const [x, y] = [-right * depth, down * depth]
      const length = Math.hypot(x, y, 1)
      pixels.set(
        [x, y, 1].map((n) => Math.round(((n / length) * 0.5 + 0.5) * 255)),
        (row * PICTURE_PIXELS + column) * 4,
      )
      pixels[(row * PICTURE_PIXELS + column) * 4 + 3] = 255
    }
  const png = encodePng(pixels, PICTURE_PIXELS, PICTURE_PIXELS)
  pictures.set(weave, png)
  return png
}

const wrap = (share: number) => share - Math.floor(share)

export const normalMapScaleOf = (weave: Weave): number => WEAVES[weave].scale

export const isHairWeave = (weave: Weave): boolean => WEAVES[weave].isHair === true

/** Extent that texture coordinates 0..1 cover each way, in metres. All garments fit into this extent. */
const UV_SPAN_METRES = 2.56

/** Circumference of a head of hair, in metres. */
const HEAD_GIRTH_METRES = 1.3

/** Returns the number of repeats of a weave over coordinates 0..1, across and down. */
export function weaveRepeatsOf(weave: Weave): [number, number] {
  const { side } = WEAVES[weave]
  const down = Math.round(UV_SPAN_METRES / side)
  // A full turn covers 0 to 0.48 and must contain a whole number of repeats, so that the texture matches at the back.
  return isHairWeave(weave) ? [(2 * Math.round(HEAD_GIRTH_METRES / side)) / 0.96, down] : [down, down]
}

/** Patch with texture coordinates, 2 a vertex, and tangents, 4 a vertex as in glTF. */
export type TexturedPatch = Patch & { uvs: Float32Array; tangents: Float32Array }

/** Projection of positions to texture coordinates. Triangles with the same key share the coordinates of a vertex. */
interface UvProjection {
  key: number
  at: (x: number, y: number, z: number) => readonly [u: number, v: number]
  /** Returns the directions of the texture's right and top in space, before projection onto the surface. */
  ways: (x: number, y: number, z: number) => readonly [right: Point, up: Point]
}

/** Box projection from three sides. Each triangle uses the side that the triangle and its neighbours face most. v runs down. */
const BOX_PROJECTIONS: readonly UvProjection[] = [
  {
    key: 0,
    at: (_x, y, z) => [z / UV_SPAN_METRES + 0.5, 0.875 - y / UV_SPAN_METRES],
    ways: () => [
      [0, 0, 1],
      [0, 1, 0],
    ],
  },
  {
    key: 1,
    at: (x, _y, z) => [x / UV_SPAN_METRES + 0.5, z / UV_SPAN_METRES + 0.5],
    ways: () => [
      [1, 0, 0],
      [0, 0, -1],
    ],
  },
  {
    key: 2,
    at: (x, y) => [x / UV_SPAN_METRES + 0.5, 0.875 - y / UV_SPAN_METRES],
    ways: () => [
      [1, 0, 0],
      [0, 1, 0],
    ],
  },
]

/** Projections around the head, from the crown down to all sides. The second projection is for triangles across the seam. */
const HEAD_PROJECTIONS: readonly UvProjection[] = [0, 1].map((seamSide) => ({
  key: seamSide,
  at: (x, y, z) => [
    (angleOf(x, z) + (seamSide === 1 && angleOf(x, z) < 0.25 ? 0.5 : 0)) * 0.96,
    (1.9 + Math.hypot(x, z) - y) / UV_SPAN_METRES,
  ],
  ways: (x, _y, z) => {
    const far = Math.hypot(x, z) || 1
    return [
      [z / far, 0, -x / far],
      [-x / far, 1, -z / far],
    ]
  },
}))

/** Returns the angle around the vertical axis as 0 to 0.5, starting and ending at the back. */
const angleOf = (x: number, z: number) => (Math.atan2(x, z) / FULL_TURN + 0.5) / 2

/** Returns a patch with texture coordinates for a weave. Vertices on the border of two projections are duplicated. */
export function addTextureCoordinates(patch: Patch, weave: Weave): TexturedPatch {
  const { positions, indices } = patch
  const layings = isHairWeave(weave) ? listHairProjections(positions, indices) : listBoxProjections(patch)
  const newIndices = new Map<number, number>()
  const from: number[] = []
  const uvs: number[] = []
  const tangents: number[] = []
  const turned = new Uint32Array(indices.length)
  for (const [i, vertex] of indices.entries()) {
    const { key, at, ways } = layings[Math.floor(i / 3)]!
    const existing = newIndices.get(vertex * 3 + key)
    turned[i] = existing ?? from.length
    if (existing !== undefined) continue
    newIndices.set(vertex * 3 + key, from.length)
    from.push(vertex)
    const point: Point = [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!]
    uvs.push(...at(...point))
    const normal = patch.normals.subarray(vertex * 3, vertex * 3 + 3)
    tangents.push(...tangentOf([normal[0]!, normal[1]!, normal[2]!], ...ways(...point)))
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

/**
 * Returns the tangent of a texture on a surface. The sign is 1 if the texture's top is to the left of the tangent, and −1 if the
 * top is to the right.
 */
function tangentOf(normal: Point, right: Point, up: Point): [number, number, number, number] {
  const level = (vector: Point): Point => {
    const off = dot(normal, vector)
    return [vector[0] - normal[0] * off, vector[1] - normal[1] * off, vector[2] - normal[2] * off]
  }
  const flat = level(right)
  // A surface that faces along the texture's right has no such tangent. Then the tangent is perpendicular to the texture's top.
  const direction = Math.hypot(...flat) > 0.05 ? flat : cross(up, normal)
  const length = Math.hypot(...direction) || 1
  const tangent: Point = [direction[0] / length, direction[1] / length, direction[2] / length]
  return [...tangent, dot(cross(normal, tangent), up) < 0 ? -1 : 1]
}

const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/**
 * Returns the projection of each triangle around the head. Triangles across the back seam continue the coordinates of the others.
 */
function listHairProjections(positions: Float32Array, indices: Uint32Array): UvProjection[] {
  return Array.from({ length: indices.length / 3 }, (_, t) => {
    const angles = [0, 1, 2].map((k) => {
      const vertex = indices[t * 3 + k]!
      return angleOf(positions[vertex * 3]!, positions[vertex * 3 + 2]!)
    })
    return HEAD_PROJECTIONS[Math.max(...angles) - Math.min(...angles) > 0.25 ? 1 : 0]!
  })
}

/** Smoothing rounds over neighbouring triangles, so that folds do not split a surface between projections. */
const SMOOTHING_ROUNDS = 4

/** Returns the side from which each triangle is projected. The top is used only for nearly horizontal triangles. */
function listBoxProjections({ normals, indices }: Patch): UvProjection[] {
  const count = indices.length / 3
  let facing = Float64Array.from({ length: count * 3 }, (_, i) => {
    const [t, axis] = [Math.floor(i / 3) * 3, i % 3]
    return Math.abs([0, 1, 2].reduce((sum, k) => sum + normals[indices[t + k]! * 3 + axis]!, 0))
  })
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
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
    if (y * 0.6 > Math.max(x, z)) return BOX_PROJECTIONS[1]!
    return x > z ? BOX_PROJECTIONS[0]! : BOX_PROJECTIONS[2]!
  })
}
