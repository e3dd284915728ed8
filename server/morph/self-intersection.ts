import type { Point } from './morph-error.ts'
import type { Mesh } from './weld.ts'

/** Returns a point where two triangles of a mesh intersect, or undefined. Adjacent triangles that only touch do not count. */
export function findSelfIntersection({ positions: p, triangles }: Mesh): Point | undefined {
  const count = triangles.length / 3
  const low = new Float64Array(count * 3)
  const high = new Float64Array(count * 3)
  for (let t = 0; t < count; t++)
    for (let k = 0; k < 3; k++) {
      const values = [0, 1, 2].map((corner) => p[triangles[t * 3 + corner]! * 3 + k]!)
      low[t * 3 + k] = Math.min(...values)
      high[t * 3 + k] = Math.max(...values)
    }
  // Sweeps along Y, so that only triangles with overlapping height ranges are compared.
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => low[a * 3 + 1]! - low[b * 3 + 1]!)
  let open: number[] = []
  for (const t of order) {
    open = open.filter((other) => high[other * 3 + 1]! >= low[t * 3 + 1]!)
    for (const other of open) {
      if (low[t * 3]! > high[other * 3]! || high[t * 3]! < low[other * 3]!) continue
      if (low[t * 3 + 2]! > high[other * 3 + 2]! || high[t * 3 + 2]! < low[other * 3 + 2]!) continue
      const crossing =
        intersectTriangles(p, triangles, t * 3, other * 3) ?? intersectTriangles(p, triangles, other * 3, t * 3)
      if (crossing) return crossing
    }
    open.push(t)
  }
  return undefined
}

/** Returns the point where an edge of one triangle passes through the other. */
function intersectTriangles(p: Float64Array, triangles: Uint32Array, first: number, other: number): Point | undefined {
  const corners = [triangles[other]!, triangles[other + 1]!, triangles[other + 2]!]
  for (let k = 0; k < 3; k++) {
    const [from, to] = [triangles[first + k]!, triangles[first + ((k + 1) % 3)]!]
    if (corners.includes(from) || corners.includes(to)) continue
    const crossing = intersectSegment(p, from * 3, to * 3, corners[0]! * 3, corners[1]! * 3, corners[2]! * 3)
    if (crossing) return crossing
  }
  return undefined
}

/** Returns the point where a segment passes through a triangle (Möller and Trumbore 1997). */
function intersectSegment(
  p: Float64Array,
  from: number,
  to: number,
  a: number,
  b: number,
  c: number,
): Point | undefined {
  const minus = (i: number, j: number): Point => [p[i]! - p[j]!, p[i + 1]! - p[j + 1]!, p[i + 2]! - p[j + 2]!]
  const [direction, e1, e2, s] = [minus(to, from), minus(b, a), minus(c, a), minus(from, a)]
  const h = crossProduct(direction, e2)
  const det = dotProduct(e1, h)
  if (Math.abs(det) < 1e-18) return undefined
  const u = dotProduct(s, h) / det
  const q = crossProduct(s, e1)
  const v = dotProduct(direction, q) / det
  const t = dotProduct(e2, q) / det
  if (u < 0 || v < 0 || u + v > 1 || t < 0 || t > 1) return undefined
  return [p[from]! + direction[0] * t, p[from + 1]! + direction[1] * t, p[from + 2]! + direction[2] * t]
}

const dotProduct = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const crossProduct = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
