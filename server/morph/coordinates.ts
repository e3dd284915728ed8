import type { Mesh } from './weld.ts'

/** Below this |det| a point counts as lying in a triangle's plane. */
const FLAT = 1e-12
/** In a triangle's plane the three angles add to a full turn within this where the point is on the triangle itself. */
const TURN = 1e-7
/** Share of a cage's diagonal below which a point is one of its vertices. */
const SAME = 1e-9

/** The coordinates of points in one cage. */
export interface Coordinates {
  /** The weights of the cage's vertices for a point: they add up to 1. The same array each time: use it at once. */
  row(x: number, y: number, z: number): Float64Array
  /** How many times the cage winds around the point of the last row: 1 inside, 0 outside. */
  winding(): number
}

/**
 * Mean value coordinates of a closed triangle mesh (Ju, Schaefer, Warren 2005), in a form that works the angles out once
 * an edge: two triangles share it with opposite signs, and no arc sine or clamped cosine is needed.
 */
export function coordinatesOf(cage: Mesh): Coordinates {
  const { positions: p, triangles } = cage
  const count = p.length / 3
  const edges = edgesOf(triangles)
  const near = SAME * diagonalOf(p)
  const u = new Float64Array(count * 3)
  const far = new Float64Array(count)
  const weights = new Float64Array(count)
  const size = edges.ends.length / 2
  /** Of each edge: the cross product of its ends' directions, their dot product, the angle, and the angle over the sine. */
  const cross = new Float64Array(size * 3)
  const dots = new Float64Array(size)
  const angles = new Float64Array(size)
  const ratios = new Float64Array(size)
  let winding = 0

  const look = (x: number, y: number, z: number): number => {
    for (let v = 0, at = 0; v < count; v++, at += 3) {
      const [dx, dy, dz] = [p[at]! - x, p[at + 1]! - y, p[at + 2]! - z]
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz)
      if (d <= near) return v
      far[v] = d
      u[at] = dx / d
      u[at + 1] = dy / d
      u[at + 2] = dz / d
    }
    return -1
  }

  const measureEdges = (): void => {
    for (let e = 0, at = 0; e < size; e++, at += 3) {
      const [a, b] = [edges.ends[e * 2]! * 3, edges.ends[e * 2 + 1]! * 3]
      const [ax, ay, az] = [u[a]!, u[a + 1]!, u[a + 2]!]
      const [bx, by, bz] = [u[b]!, u[b + 1]!, u[b + 2]!]
      const [cx, cy, cz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
      const sine = Math.sqrt(cx * cx + cy * cy + cz * cz)
      const dot = ax * bx + ay * by + az * bz
      const angle = Math.atan2(sine, dot)
      cross[at] = cx
      cross[at + 1] = cy
      cross[at + 2] = cz
      dots[e] = dot
      angles[e] = angle
      ratios[e] = sine > 0 ? angle / sine : 0
    }
  }

  /** The point lies on this triangle: plain barycentric weights, by the areas opposite the corners. */
  const onTriangle = (t: number): void => {
    weights.fill(0)
    for (let k = 0; k < 3; k++) {
      const [b, c] = [triangles[t + ((k + 1) % 3)]!, triangles[t + ((k + 2) % 3)]!]
      weights[triangles[t + k]!] = far[b]! * far[c]! * Math.sin(angles[edges.of[t + k]!]!)
    }
    winding = 1
  }

  /** Adds every triangle's share; false when the point lies on one of them, which then has all of it. */
  const addTriangles = (): boolean => {
    let around = 0
    for (let t = 0; t < triangles.length; t += 3) {
      const [e0, e1, e2] = [edges.of[t]!, edges.of[t + 1]!, edges.of[t + 2]!]
      const [s0, s1, s2] = [edges.sign[t]!, edges.sign[t + 1]!, edges.sign[t + 2]!]
      const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
      const [c0, c1, c2] = [e0 * 3, e1 * 3, e2 * 3]
      const det = s0 * (u[a * 3]! * cross[c0]! + u[a * 3 + 1]! * cross[c0 + 1]! + u[a * 3 + 2]! * cross[c0 + 2]!)
      if (Math.abs(det) < FLAT) {
        if (Math.abs(angles[e0]! + angles[e1]! + angles[e2]! - 2 * Math.PI) < TURN) {
          onTriangle(t)
          return false
        }
        continue
      }
      around += Math.atan2(det, 1 + dots[e0]! + dots[e1]! + dots[e2]!)
      const [r0, r1, r2] = [s0 * ratios[e0]!, s1 * ratios[e1]!, s2 * ratios[e2]!]
      const mx = r0 * cross[c0]! + r1 * cross[c1]! + r2 * cross[c2]!
      const my = r0 * cross[c0 + 1]! + r1 * cross[c1 + 1]! + r2 * cross[c2 + 1]!
      const mz = r0 * cross[c0 + 2]! + r1 * cross[c1 + 2]! + r2 * cross[c2 + 2]!
      const dotOf = (at: number) => cross[at]! * mx + cross[at + 1]! * my + cross[at + 2]! * mz
      weights[a] = weights[a]! + (s0 * dotOf(c0)) / (far[a]! * det)
      weights[b] = weights[b]! + (s1 * dotOf(c1)) / (far[b]! * det)
      weights[c] = weights[c]! + (s2 * dotOf(c2)) / (far[c]! * det)
    }
    winding = around / (2 * Math.PI)
    return true
  }

  const row = (x: number, y: number, z: number): Float64Array => {
    weights.fill(0)
    const same = look(x, y, z)
    if (same >= 0) {
      weights[same] = 1
      winding = 1
      return weights
    }
    measureEdges()
    addTriangles()
    let sum = 0
    for (let v = 0; v < count; v++) sum += weights[v]!
    for (let v = 0; v < count; v++) weights[v] = weights[v]! / sum
    return weights
  }
  return { row, winding: () => winding }
}

/** Length of the diagonal of a mesh's box. */
export function diagonalOf(p: Float64Array): number {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < p.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, p[i]!)
    high[i % 3] = Math.max(high[i % 3]!, p[i]!)
  }
  return Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!)
}

/** Each edge once: its two ends; and for each corner of a triangle the edge opposite it, and which way round that runs. */
function edgesOf(triangles: Uint32Array): { ends: Uint32Array; of: Uint32Array; sign: Float64Array } {
  const known = new Map<number, number>()
  const ends: number[] = []
  const of = new Uint32Array(triangles.length)
  const sign = new Float64Array(triangles.length)
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [from, to] = [triangles[t + ((k + 1) % 3)]!, triangles[t + ((k + 2) % 3)]!]
      const key = Math.min(from, to) * 0x200000 + Math.max(from, to)
      const edge = known.get(key) ?? ends.length / 2
      if (edge === ends.length / 2) {
        known.set(key, edge)
        ends.push(Math.min(from, to), Math.max(from, to))
      }
      of[t + k] = edge
      sign[t + k] = from < to ? 1 : -1
    }
  return { ends: Uint32Array.from(ends), of, sign }
}
