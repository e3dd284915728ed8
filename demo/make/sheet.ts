import type { DistanceField, Point } from './signed-distance.ts'
import { surfaceNormal } from './signed-distance.ts'

/** Small surface of the face: points and the triangles between them. */
export interface Sheet {
  material: string
  points: Point[]
  indices: number[]
}

/** Returns the frontmost point of a solid at (x, y). */
export function findFront(solid: DistanceField, x: number, y: number): Point {
  let z = 0.3
  for (let step = 0; step < 60; step++) {
    const d = solid(x, y, z)
    z -= d * 0.7
    if (Math.abs(d) < 1e-5 || z < -0.1) break
  }
  return [x, y, z]
}

export function liftFromSurface(solid: DistanceField, at: Point, by: number): Point {
  const n = surfaceNormal(solid, ...at, 0.004)
  return [at[0] + n[0] * by, at[1] + n[1] * by, at[2] + n[2] * by]
}

/** Builds a grid of `across` × `down` cells facing the front. `at` receives fractions from 0 to 1. */
export function buildGrid(material: string, across: number, down: number, at: (u: number, v: number) => Point): Sheet {
  const points: Point[] = []
  const indices: number[] = []
  for (let j = 0; j <= down; j++) for (let i = 0; i <= across; i++) points.push(at(i / across, j / down))
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      const a = j * (across + 1) + i
      const [b, c, d] = [a + 1, a + across + 1, a + across + 2]
      indices.push(a, c, b, b, c, d)
    }
  return { material, points, indices }
}

/** Builds a disc facing the front. `at` receives the distance 0..1 and the angle in radians. */
export function buildDisc(
  material: string,
  rings: number,
  around: number,
  at: (r: number, angle: number) => Point,
): Sheet {
  const points: Point[] = [at(0, 0)]
  const indices: number[] = []
  for (let j = 1; j <= rings; j++)
    for (let i = 0; i < around; i++) points.push(at(j / rings, (i / around) * 2 * Math.PI))
  const index = (j: number, i: number) => (j === 0 ? 0 : 1 + (j - 1) * around + (i % around))
  for (let j = 0; j < rings; j++)
    for (let i = 0; i < around; i++) {
      if (j > 0) indices.push(index(j, i), index(j + 1, i), index(j, i + 1))
      indices.push(index(j, i + 1), index(j + 1, i), index(j + 1, i + 1))
    }
  return { material, points, indices }
}

/** Builds a closed round cord along a path on a surface. `radius` receives the fraction of the path, from 0 to 1. */
export function buildCord(
  material: string,
  steps: number,
  path: (share: number) => Point,
  normal: (at: Point) => Point,
  radius: (share: number) => readonly [wide: number, high: number],
  sides = 7,
): Sheet {
  const points: Point[] = []
  const indices: number[] = []
  for (let i = 0; i <= steps; i++) {
    const share = i / steps
    const at = path(share)
    const [before, after] = [path(Math.max(0, share - 0.02)), path(Math.min(1, share + 0.02))]
    const n = normal(at)
    const t = unit([after[0] - before[0], after[1] - before[1], after[2] - before[2]])
    const s = unit(cross(n, t))
    const m = cross(t, s)
    const [wide, high] = radius(share)
    for (let j = 0; j < sides; j++) {
      const angle = (j / sides) * 2 * Math.PI
      const [c, d] = [Math.cos(angle) * wide, Math.sin(angle) * high]
      points.push([at[0] + s[0] * c + m[0] * d, at[1] + s[1] * c + m[1] * d, at[2] + s[2] * c + m[2] * d])
    }
  }
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < sides; j++) {
      const [a, b] = [i * sides + j, i * sides + ((j + 1) % sides)]
      indices.push(a, b, a + sides, b, b + sides, a + sides)
    }
  for (const [end, flip] of [
    [0, true],
    [steps * sides, false],
  ] as const) {
    const middle = points.length
    points.push(mean(points.slice(end, end + sides)))
    for (let j = 0; j < sides; j++) {
      const [a, b] = [end + j, end + ((j + 1) % sides)]
      indices.push(...(flip ? [middle, b, a] : [middle, a, b]))
    }
  }
  return { material, points, indices }
}

/** Returns smooth normals of a sheet, three numbers a point. */
export function computeNormals({ points, indices }: Sheet): Float32Array {
  const out = new Float32Array(points.length * 3)
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [points[indices[t]!]!, points[indices[t + 1]!]!, points[indices[t + 2]!]!]
    const n = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]])
    for (let k = 0; k < 3; k++) {
      const at = indices[t + k]! * 3
      for (let axis = 0; axis < 3; axis++) out[at + axis] = out[at + axis]! + n[axis]!
    }
  }
  for (let at = 0; at < out.length; at += 3) {
    const n = unit([out[at]!, out[at + 1]!, out[at + 2]!])
    out.set(n, at)
  }
  return out
}

function mean(points: readonly Point[]): Point {
  const sum = points.reduce((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0])
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length]
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function unit(v: Point): Point {
  const length = Math.hypot(...v)
  return length > 1e-12 ? [v[0] / length, v[1] / length, v[2] / length] : [0, 0, 1]
}
