import type { Mesh } from './weld.ts'

/** Rounds after which a triangle that is still turned over is told of and left. */
const ROUNDS = 60

/**
 * Turns triangles back that face the other way than before (moves `points`): the shifts of a turned triangle's corners come
 * nearer to their mean, which leaves it as it was but for its place. Answers how many are still turned over.
 */
export function unfold(mesh: Mesh, points: Float64Array): number {
  for (let round = 0; round < ROUNDS; round++) {
    const turned = turnedOver(mesh, points)
    if (turned.length === 0) return 0
    for (const t of turned) relax(mesh, points, t)
  }
  return turnedOver(mesh, points).length
}

/** Where in the list of triangles those begin that face the other way than in the mesh. */
export function turnedOver({ positions, triangles }: Mesh, points: Float64Array): number[] {
  const out: number[] = []
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3]
    const [then, now] = [normal(positions, a, b, c), normal(points, a, b, c)]
    if (then[0] * now[0] + then[1] * now[1] + then[2] * now[2] < 0) out.push(t)
  }
  return out
}

/** How far a turned triangle's corners go to the mean of their shifts in a round. */
const STEP = 0.5

function relax({ positions, triangles }: Mesh, points: Float64Array, t: number): void {
  const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
  for (let k = 0; k < 3; k++) {
    const mean = corners.reduce((sum, v) => sum + points[v * 3 + k]! - positions[v * 3 + k]!, 0) / 3
    for (const v of corners) {
      const at = v * 3 + k
      points[at] = points[at]! + (positions[at]! + mean - points[at]!) * STEP
    }
  }
}

function normal(p: Float64Array, a: number, b: number, c: number): [number, number, number] {
  const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!]
  const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}
