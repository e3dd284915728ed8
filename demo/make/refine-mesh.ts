import type { TriangleMesh } from './polygonise.ts'
import { type DistanceField, type Point, surfaceNormal } from './signed-distance.ts'

/** Mesh under refinement, with the value of a field at each vertex. The field's edge is where the value is 0. */
export interface RefinableMesh {
  positions: number[]
  indices: number[]
  values: number[]
}

export function createRefinableMesh(net: TriangleMesh, field: DistanceField): RefinableMesh {
  const values = Array.from({ length: net.positions.length / 3 }, (_, v) =>
    evaluateField(field, vertexPosition(net, v)),
  )
  return { positions: [...net.positions], indices: [...net.indices], values }
}

/** Returns the value of a field at a point. Values near 0 become positive, so that no vertex is exactly on the edge. */
export function evaluateField(field: DistanceField, point: Point): number {
  const value = field(...point)
  return Math.abs(value) < 1e-5 ? 1e-5 : value
}

export const vertexPosition = ({ positions }: { positions: ArrayLike<number> }, v: number): Point => [
  positions[v * 3]!,
  positions[v * 3 + 1]!,
  positions[v * 3 + 2]!,
]

export const interpolatePoints = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

export const distanceBetween = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Side of a triangle: its vertices, a key independent of direction, and its length. */
export interface TriangleSide {
  a: number
  b: number
  key: number
  length: number
}

/** Returns the three sides of the triangle whose corners start at index `t`. */
export function listSides(net: RefinableMesh, t: number): TriangleSide[] {
  return [0, 1, 2].map((k) => {
    const [a, b] = [net.indices[t + k]!, net.indices[t + ((k + 1) % 3)]!]
    const key = Math.min(a, b) * 4_294_967 + Math.max(a, b)
    return { a, b, key, length: distanceBetween(vertexPosition(net, a), vertexPosition(net, b)) }
  })
}

export const crossesSurface = ({ values }: RefinableMesh, { a, b }: TriangleSide): boolean =>
  values[a]! < 0 !== values[b]! < 0

export function findSurfaceCrossing(net: RefinableMesh, field: DistanceField, { a, b }: TriangleSide): Point {
  const [from, to] = [vertexPosition(net, Math.min(a, b)), vertexPosition(net, Math.max(a, b))]
  const isIn = evaluateField(field, from) < 0
  let [near, beyond] = [0, 1]
  for (let step = 0; step < 24; step++) {
    const middle = (near + beyond) / 2
    if (evaluateField(field, interpolatePoints(from, to, middle)) < 0 === isIn) near = middle
    else beyond = middle
  }
  return interpolatePoints(from, to, (near + beyond) / 2)
}

/** Moves a point onto a surface along the surface normal, unless the new point is `maxDistance` metres or more away. */
export function projectOntoSurface(surface: DistanceField | undefined, point: Point, maxDistance: number): Point {
  if (!surface) return point
  let at = point
  for (let step = 0; step < 3; step++) {
    const d = surface(...at) * 0.9
    const n = surfaceNormal(surface, ...at, 0.001)
    at = [at[0] - n[0] * d, at[1] - n[1] * d, at[2] - n[2] * d]
  }
  return distanceBetween(at, point) < maxDistance ? at : point
}

/**
 * Splits the sides with the given keys at the given points, and splits the triangles that share these sides. `valueAt` returns
 * the field value of a new vertex.
 */
export function splitSides(
  net: RefinableMesh,
  pointsBySide: ReadonlyMap<number, Point>,
  valueAt: (point: Point) => number,
): void {
  const verticesBySide = new Map<number, number>()
  const vertexOn = ({ key }: TriangleSide): number | undefined => {
    const point = pointsBySide.get(key)
    if (!point) return undefined
    const existing = verticesBySide.get(key)
    if (existing !== undefined) return existing
    verticesBySide.set(key, net.values.length)
    net.positions.push(...point)
    net.values.push(valueAt(point))
    return net.values.length - 1
  }
  const out: number[] = []
  for (let t = 0; t < net.indices.length; t += 3) {
    const [ab, bc, ca] = listSides(net, t) as [TriangleSide, TriangleSide, TriangleSide]
    out.push(...triangulate([ab.a, vertexOn(ab), bc.a, vertexOn(bc), ca.a, vertexOn(ca)]))
  }
  net.indices = out
}

/**
 * Splits a triangle into a fan. `ring` has the triangle's corners at even indices, and optional points on its sides at odd
 * indices.
 */
function triangulate(ring: readonly (number | undefined)[]): number[] {
  const at = (i: number) => ring[i % 6]
  const first = [1, 3, 5].find((i) => at(i) !== undefined)
  if (first === undefined) return [ring[0]!, ring[2]!, ring[4]!]
  const [start, one, other, end] = [at(first)!, at(first + 1)!, at(first + 3)!, at(first + 5)!]
  const [onOne, onOther] = [at(first + 2), at(first + 4)]
  return [
    ...(onOne === undefined ? [start, one, other] : [start, one, onOne, start, onOne, other]),
    ...(onOther === undefined ? [start, other, end] : [start, other, onOther, start, onOther, end]),
  ]
}
