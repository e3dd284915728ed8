import type { Mesh } from './weld.ts'

/**
 * Returns the winding number of a mesh around a point: 1 inside, 0 outside, in between if the mesh is open. Sums the solid angles
 * of the triangles (Van Oosterom and Strackee 1983).
 */
export function computeWindingNumber({ positions: p, triangles }: Mesh, x: number, y: number, z: number): number {
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3]
    const [ax, ay, az] = [p[a]! - x, p[a + 1]! - y, p[a + 2]! - z]
    const [bx, by, bz] = [p[b]! - x, p[b + 1]! - y, p[b + 2]! - z]
    const [cx, cy, cz] = [p[c]! - x, p[c + 1]! - y, p[c + 2]! - z]
    const [la, lb, lc] = [
      Math.sqrt(ax * ax + ay * ay + az * az),
      Math.sqrt(bx * bx + by * by + bz * bz),
      Math.sqrt(cx * cx + cy * cy + cz * cz),
    ]
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    const rest =
      la * lb * lc +
      (ax * bx + ay * by + az * bz) * lc +
      (bx * cx + by * cy + bz * cz) * la +
      (cx * ax + cy * ay + cz * az) * lb
    sum += Math.atan2(det, rest)
  }
  return sum / (2 * Math.PI)
}
