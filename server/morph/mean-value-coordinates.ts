import type { Mesh } from './weld.ts'

/** Absolute determinant below which a point counts as lying in the plane of a triangle. */
const MIN_DETERMINANT = 1e-12
/** Tolerance in radians: a point in a triangle's plane is on the triangle if the three angles add up to 2π. */
const ANGLE_TOLERANCE = 1e-7
/** Distance below which a point counts as equal to a vertex, as a fraction of the cage's diagonal. */
const VERTEX_TOLERANCE = 1e-9

export interface MeanValueCoordinates {
  /** Returns the weights of the cage's vertices for a point, which add up to 1. The next call reuses the array. */
  weightsAt(x: number, y: number, z: number): Float64Array
  /** Returns whether the cage encloses the point of the last `weightsAt` call, by the sign of the sum of the raw weights. */
  isInside(): boolean
}

/** Computes mean value coordinates of a closed triangle mesh (Ju, Schaefer, Warren 2005). Angles are computed once per edge. */
export function createMeanValueCoordinates(cage: Mesh): MeanValueCoordinates {
  const { positions: p, triangles } = cage
  const count = p.length / 3
  const edges = findEdges(triangles)
  const tolerance = VERTEX_TOLERANCE * computeBoundsDiagonal(p)
  const u = new Float64Array(count * 3)
  const distances = new Float64Array(count)
  const weights = new Float64Array(count)
  const size = edges.ends.length / 2
  /** Per edge: cross product of the directions to its ends, angle between them, and that angle divided by its sine. */
  const cross = new Float64Array(size * 3)
  const angles = new Float64Array(size)
  const ratios = new Float64Array(size)
  let inside = false

  const measure = (x: number, y: number, z: number): number => {
    for (let v = 0, at = 0; v < count; v++, at += 3) {
      const dx = p[at]! - x
      const dy = p[at + 1]! - y
      const dz = p[at + 2]! - z
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz)
      if (d <= tolerance) return v
      distances[v] = d
      u[at] = dx / d
      u[at + 1] = dy / d
      u[at + 2] = dz / d
    }
    return -1
  }

  const measureEdges = (): void => {
    for (let e = 0, at = 0; e < size; e++, at += 3) {
      const a = edges.ends[e * 2]! * 3
      const b = edges.ends[e * 2 + 1]! * 3
      const ax = u[a]!
      const ay = u[a + 1]!
      const az = u[a + 2]!
      const bx = u[b]!
      const by = u[b + 1]!
      const bz = u[b + 2]!
      const cx = ay * bz - az * by
      const cy = az * bx - ax * bz
      const cz = ax * by - ay * bx
      const sine = Math.sqrt(cx * cx + cy * cy + cz * cz)
      const angle = Math.atan2(sine, ax * bx + ay * by + az * bz)
      cross[at] = cx
      cross[at + 1] = cy
      cross[at + 2] = cz
      angles[e] = angle
      ratios[e] = sine > 0 ? angle / sine : 0
    }
  }

  const onTriangle = (t: number): void => {
    weights.fill(0)
    for (let k = 0; k < 3; k++) {
      const [b, c] = [triangles[t + ((k + 1) % 3)]!, triangles[t + ((k + 2) % 3)]!]
      weights[triangles[t + k]!] = distances[b]! * distances[c]! * Math.sin(angles[edges.of[t + k]!]!)
    }
    inside = true
  }

  /** Adds the weights of every triangle. A triangle that contains the point replaces the weights of all others. */
  const addTriangles = (): void => {
    for (let t = 0; t < triangles.length; t += 3) {
      const e0 = edges.of[t]!
      const e1 = edges.of[t + 1]!
      const e2 = edges.of[t + 2]!
      const s0 = edges.sign[t]!
      const s1 = edges.sign[t + 1]!
      const s2 = edges.sign[t + 2]!
      const a = triangles[t]!
      const b = triangles[t + 1]!
      const c = triangles[t + 2]!
      const c0 = e0 * 3
      const c1 = e1 * 3
      const c2 = e2 * 3
      const det = s0 * (u[a * 3]! * cross[c0]! + u[a * 3 + 1]! * cross[c0 + 1]! + u[a * 3 + 2]! * cross[c0 + 2]!)
      if (Math.abs(det) < MIN_DETERMINANT) {
        if (Math.abs(angles[e0]! + angles[e1]! + angles[e2]! - 2 * Math.PI) < ANGLE_TOLERANCE) {
          onTriangle(t)
          return
        }
        continue
      }
      const r0 = s0 * ratios[e0]!
      const r1 = s1 * ratios[e1]!
      const r2 = s2 * ratios[e2]!
      const mx = r0 * cross[c0]! + r1 * cross[c1]! + r2 * cross[c2]!
      const my = r0 * cross[c0 + 1]! + r1 * cross[c1 + 1]! + r2 * cross[c2 + 1]!
      const mz = r0 * cross[c0 + 2]! + r1 * cross[c1 + 2]! + r2 * cross[c2 + 2]!
      weights[a] =
        weights[a]! + (s0 * (cross[c0]! * mx + cross[c0 + 1]! * my + cross[c0 + 2]! * mz)) / (distances[a]! * det)
      weights[b] =
        weights[b]! + (s1 * (cross[c1]! * mx + cross[c1 + 1]! * my + cross[c1 + 2]! * mz)) / (distances[b]! * det)
      weights[c] =
        weights[c]! + (s2 * (cross[c2]! * mx + cross[c2 + 1]! * my + cross[c2 + 2]! * mz)) / (distances[c]! * det)
    }
  }

  const computeWeights = (x: number, y: number, z: number): Float64Array => {
    weights.fill(0)
    const same = measure(x, y, z)
    if (same >= 0) {
      weights[same] = 1
      inside = true
      return weights
    }
    measureEdges()
    inside = false
    addTriangles()
    let sum = 0
    for (let v = 0; v < count; v++) sum += weights[v]!
    inside ||= sum > 0
    for (let v = 0; v < count; v++) weights[v] = weights[v]! / sum
    return weights
  }
  return { weightsAt: computeWeights, isInside: () => inside }
}

export function computeBoundsDiagonal(p: Float64Array): number {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < p.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, p[i]!)
    high[i % 3] = Math.max(high[i % 3]!, p[i]!)
  }
  return Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!)
}

/** Returns the vertices of each edge and, for each triangle corner, the opposite edge and its direction. */
function findEdges(triangles: Uint32Array): { ends: Uint32Array; of: Uint32Array; sign: Float64Array } {
  const edgeIndices = new Map<number, number>()
  const ends: number[] = []
  const edgeOf = new Uint32Array(triangles.length)
  const sign = new Float64Array(triangles.length)
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [from, to] = [triangles[t + ((k + 1) % 3)]!, triangles[t + ((k + 2) % 3)]!]
      const key = Math.min(from, to) * 0x200000 + Math.max(from, to)
      const edge = edgeIndices.get(key) ?? ends.length / 2
      if (edge === ends.length / 2) {
        edgeIndices.set(key, edge)
        ends.push(Math.min(from, to), Math.max(from, to))
      }
      edgeOf[t + k] = edge
      sign[t + k] = from < to ? 1 : -1
    }
  return { ends: Uint32Array.from(ends), of: edgeOf, sign }
}
