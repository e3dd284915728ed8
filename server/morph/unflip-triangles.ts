import type { Mesh } from './weld.ts'

const MAX_ROUNDS = 60

/**
 * Unfolds flipped triangles in place. Each round moves the shifts of a triangle's corners towards their mean, because equal
 * shifts restore the original triangle. Returns the number of triangles that are still flipped.
 */
export function unflipTriangles(mesh: Mesh, points: Float64Array): number {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const flipped = findFlippedTriangles(mesh, points)
    if (flipped.length === 0) return 0
    for (const t of flipped) relax(mesh, points, t)
  }
  return findFlippedTriangles(mesh, points).length
}

/**
 * Minimum cosine between the old and the new normal. A triangle turned by nearly 90° counts as flipped, because rounding in the
 * file could flip it.
 */
const EDGEWISE_COSINE = 0.1

export function findFlippedTriangles({ positions, triangles }: Mesh, points: Float64Array): number[] {
  const out: number[] = []
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3]
    const [oldNormal, newNormal] = [normal(positions, a, b, c), normal(points, a, b, c)]
    const cosine = oldNormal[0] * newNormal[0] + oldNormal[1] * newNormal[1] + oldNormal[2] * newNormal[2]
    if (cosine < EDGEWISE_COSINE * Math.hypot(...oldNormal) * Math.hypot(...newNormal)) out.push(t)
  }
  return out
}

/** Fraction of the way to the mean shift that each corner moves in a round. */
const RELAX_SHARE = 0.5

function relax({ positions, triangles }: Mesh, points: Float64Array, t: number): void {
  const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
  for (let k = 0; k < 3; k++) {
    const mean = corners.reduce((sum, v) => sum + points[v * 3 + k]! - positions[v * 3 + k]!, 0) / 3
    for (const v of corners) {
      const at = v * 3 + k
      points[at] = points[at]! + (positions[at]! + mean - points[at]!) * RELAX_SHARE
    }
  }
}

function normal(p: Float64Array, a: number, b: number, c: number): [number, number, number] {
  const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!]
  const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}
