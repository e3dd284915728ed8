import type { Place } from './fault.ts'
import type { Mesh } from './weld.ts'

/** A place where two triangles of a mesh cut each other; undefined when none do. Neighbours that only touch do not. */
export function crossing({ positions: p, triangles }: Mesh): Place | undefined {
  const count = triangles.length / 3
  const low = new Float64Array(count * 3)
  const high = new Float64Array(count * 3)
  for (let t = 0; t < count; t++)
    for (let k = 0; k < 3; k++) {
      const values = [0, 1, 2].map((corner) => p[triangles[t * 3 + corner]! * 3 + k]!)
      low[t * 3 + k] = Math.min(...values)
      high[t * 3 + k] = Math.max(...values)
    }
  // Swept from foot to head: only triangles whose heights overlap are looked at together.
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => low[a * 3 + 1]! - low[b * 3 + 1]!)
  let open: number[] = []
  for (const t of order) {
    open = open.filter((other) => high[other * 3 + 1]! >= low[t * 3 + 1]!)
    for (const other of open) {
      if (low[t * 3]! > high[other * 3]! || high[t * 3]! < low[other * 3]!) continue
      if (low[t * 3 + 2]! > high[other * 3 + 2]! || high[t * 3 + 2]! < low[other * 3 + 2]!) continue
      const place = cut(p, triangles, t * 3, other * 3) ?? cut(p, triangles, other * 3, t * 3)
      if (place) return place
    }
    open.push(t)
  }
  return undefined
}

/** Where an edge of one triangle passes through the other; edges that share a corner with it only touch. */
function cut(p: Float64Array, triangles: Uint32Array, one: number, other: number): Place | undefined {
  const corners = [triangles[other]!, triangles[other + 1]!, triangles[other + 2]!]
  for (let k = 0; k < 3; k++) {
    const [from, to] = [triangles[one + k]!, triangles[one + ((k + 1) % 3)]!]
    if (corners.includes(from) || corners.includes(to)) continue
    const place = pierced(p, from * 3, to * 3, corners[0]! * 3, corners[1]! * 3, corners[2]! * 3)
    if (place) return place
  }
  return undefined
}

/** Where a segment passes through a triangle (Möller and Trumbore 1997). */
function pierced(p: Float64Array, from: number, to: number, a: number, b: number, c: number): Place | undefined {
  const minus = (i: number, j: number): Place => [p[i]! - p[j]!, p[i + 1]! - p[j + 1]!, p[i + 2]! - p[j + 2]!]
  const [way, e1, e2, s] = [minus(to, from), minus(b, a), minus(c, a), minus(from, a)]
  const h = crossed(way, e2)
  const det = dot(e1, h)
  if (Math.abs(det) < 1e-18) return undefined
  const u = dot(s, h) / det
  const q = crossed(s, e1)
  const v = dot(way, q) / det
  const t = dot(e2, q) / det
  if (u < 0 || v < 0 || u + v > 1 || t < 0 || t > 1) return undefined
  return [p[from]! + way[0] * t, p[from + 1]! + way[1] * t, p[from + 2]! + way[2] * t]
}

const dot = (a: Place, b: Place) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const crossed = (a: Place, b: Place): Place => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
