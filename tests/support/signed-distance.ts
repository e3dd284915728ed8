import type { Mesh } from '../../server/morph/weld.ts'

type Triangle = readonly [number[], number[], number[]]

/** Grid stride, large enough that no two cells of a body share a key. */
const STRIDE = 2048
const cellKey = (i: number, j: number, k: number) => (i * STRIDE + j) * STRIDE + k

/**
 * Returns a function that measures the distance to the nearest triangle. The function has its own grid, so that tests share no
 * code with the implementation.
 */
export function createDistanceQuery(mesh: Mesh, cell = 0.02): (x: number, y: number, z: number) => number {
  const { positions: p, triangles } = mesh
  const grid = new Map<number, number[]>()
  const at = (value: number) => Math.floor(value / cell)
  const corner = (i: number) => [p[i * 3]!, p[i * 3 + 1]!, p[i * 3 + 2]!]
  const triangleCorners: Triangle[] = []
  const boundingSpheres: { middle: number[]; radius: number }[] = []
  for (let t = 0; t < triangles.length; t += 3) {
    const corners: Triangle = [corner(triangles[t]!), corner(triangles[t + 1]!), corner(triangles[t + 2]!)]
    const middle = [0, 1, 2].map((k) => (corners[0][k]! + corners[1][k]! + corners[2][k]!) / 3)
    const radius = Math.max(
      ...corners.map((c) => Math.hypot(c[0]! - middle[0]!, c[1]! - middle[1]!, c[2]! - middle[2]!)),
    )
    triangleCorners.push(corners)
    boundingSpheres.push({ middle, radius })
    const [low, high] = [Math.min, Math.max].map((extremum) =>
      [0, 1, 2].map((k) => at(extremum(...corners.map((c) => c[k]!)))),
    )
    for (let i = low![0]!; i <= high![0]!; i++)
      for (let j = low![1]!; j <= high![1]!; j++)
        for (let k = low![2]!; k <= high![2]!; k++) {
          const list = grid.get(cellKey(i, j, k))
          if (list) list.push(t / 3)
          else grid.set(cellKey(i, j, k), [t / 3])
        }
  }
  return (x, y, z) => {
    let best = Infinity
    const [ci, cj, ck] = [at(x), at(y), at(z)]
    for (let ring = 0; ring < 60 && best > (ring - 1) * cell; ring++)
      for (let i = ci - ring; i <= ci + ring; i++)
        for (let j = cj - ring; j <= cj + ring; j++) {
          const isShell = Math.abs(i - ci) === ring || Math.abs(j - cj) === ring
          for (let k = ck - ring; k <= ck + ring; k += isShell || ring === 0 ? 1 : 2 * ring)
            for (const t of grid.get(cellKey(i, j, k)) ?? []) {
              const { middle, radius } = boundingSpheres[t]!
              const [dx, dy, dz] = [x - middle[0]!, y - middle[1]!, z - middle[2]!]
              if (Math.sqrt(dx * dx + dy * dy + dz * dz) - radius > best) continue
              best = Math.min(best, distanceToTriangle([x, y, z], triangleCorners[t]!))
            }
        }
    return best
  }
}

/** Returns the distance of a point from a triangle (Ericson, Real-Time Collision Detection, 5.1.5). */
function distanceToTriangle(q: number[], [a, b, c]: Triangle): number {
  const distanceTo = (u: number[]) => Math.hypot(...subtract(q, u))
  const distanceToEdgePoint = (u: number[], v: number[], t: number) =>
    distanceTo([0, 1, 2].map((k) => u[k]! + (v[k]! - u[k]!) * t))
  const [ab, ac, ap] = [subtract(b, a), subtract(c, a), subtract(q, a)]
  const [d1, d2] = [dot(ab, ap), dot(ac, ap)]
  if (d1 <= 0 && d2 <= 0) return distanceTo(a)
  const bp = subtract(q, b)
  const [d3, d4] = [dot(ab, bp), dot(ac, bp)]
  if (d3 >= 0 && d4 <= d3) return distanceTo(b)
  if (d1 * d4 - d3 * d2 <= 0 && d1 >= 0 && d3 <= 0) return distanceToEdgePoint(a, b, d1 / (d1 - d3))
  const cp = subtract(q, c)
  const [d5, d6] = [dot(ab, cp), dot(ac, cp)]
  if (d6 >= 0 && d5 <= d6) return distanceTo(c)
  if (d5 * d2 - d1 * d6 <= 0 && d2 >= 0 && d6 <= 0) return distanceToEdgePoint(a, c, d2 / (d2 - d6))
  const va = d3 * d6 - d5 * d4
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return distanceToEdgePoint(b, c, (d4 - d3) / (d4 - d3 + d5 - d6))
  const sum = va + (d5 * d2 - d1 * d6) + (d1 * d4 - d3 * d2)
  const [v, w] = [(d5 * d2 - d1 * d6) / sum, (d1 * d4 - d3 * d2) / sum]
  return distanceTo([0, 1, 2].map((k) => a[k]! + ab[k]! * v + ac[k]! * w))
}

/**
 * Returns the winding number of a mesh around a point, as the sum of solid angles. This method is slow but robust against open
 * surfaces, such as the sheets of a body's eyes. The implementation under test computes the same sum with separate code.
 */
function windingNumber({ positions: p, triangles }: Mesh, x: number, y: number, z: number): number {
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3]
    const [ax, ay, az] = [p[a]! - x, p[a + 1]! - y, p[a + 2]! - z]
    const [bx, by, bz] = [p[b]! - x, p[b + 1]! - y, p[b + 2]! - z]
    const [cx, cy, cz] = [p[c]! - x, p[c + 1]! - y, p[c + 2]! - z]
    // Math.hypot would take most of the run time.
    const [la, lb, lc] = [
      Math.sqrt(ax * ax + ay * ay + az * az),
      Math.sqrt(bx * bx + by * by + bz * bz),
      Math.sqrt(cx * cx + cy * cy + cz * cz),
    ]
    const triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    const remainder =
      la * lb * lc +
      (ax * bx + ay * by + az * bz) * lc +
      (bx * cx + by * cy + bz * cz) * la +
      (cx * ax + cy * ay + cz * az) * lb
    sum += Math.atan2(triple, remainder)
  }
  return sum / (2 * Math.PI)
}

/** Returns the signed distances of points from a body, in metres, negative inside. */
export function measureSignedDistances(points: Float64Array, body: Mesh): Float64Array {
  const queryDistance = createDistanceQuery(body)
  return Float64Array.from({ length: points.length / 3 }, (_, v) => {
    const point = [points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!] as const
    const distance = queryDistance(...point)
    // No inner point of a body is 0.2 m from the surface, so farther points are outside.
    return distance < 0.2 && windingNumber(body, ...point) > 0.5 ? -distance : distance
  })
}

const subtract = (u: number[], v: number[]) => [u[0]! - v[0]!, u[1]! - v[1]!, u[2]! - v[2]!]
const dot = (u: number[], v: number[]) => u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!
