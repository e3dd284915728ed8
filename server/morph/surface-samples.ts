import { MorphError } from './morph-error.ts'
import type { Mesh } from './weld.ts'

const SAMPLE_SPACING_METRES = 0.011
/** Approximate maximum number of sample points. On larger surfaces, the points are further apart. */
const MAX_SAMPLES = 12_000

/** Maximum number of candidate positions. A mesh of slivers (long edges, little area) would have too many. */
const MAX_TRIED_SAMPLES = 4_000_000

/**
 * Returns points (3 numbers each) spread evenly over a surface, independent of its triangulation. Throws MorphError `TOO_COSTLY`
 * for a mesh of long slivers.
 */
export function sampleSurface({ positions, triangles }: Mesh): Float64Array {
  const spacing = Math.max(SAMPLE_SPACING_METRES, Math.sqrt(surfaceArea(positions, triangles) / MAX_SAMPLES))
  const stepsAt = (t: number) => {
    const corners = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3] as const
    return Math.max(1, Math.ceil(longestEdge(positions, corners) / spacing))
  }
  let candidateCount = 0
  for (let t = 0; t < triangles.length; t += 3) candidateCount += stepsAt(t) ** 2 / 2
  if (candidateCount > MAX_TRIED_SAMPLES)
    throw new MorphError('TOO_COSTLY', 'The body has triangles that are too long and thin for fitting.')
  const takenCells = new Set<string>()
  const out: number[] = []
  const addPoint = (x: number, y: number, z: number) => {
    const cell = `${Math.floor(x / spacing)},${Math.floor(y / spacing)},${Math.floor(z / spacing)}`
    if (takenCells.has(cell)) return
    takenCells.add(cell)
    out.push(x, y, z)
  }
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3] as const
    const steps = stepsAt(t)
    for (let i = 0; i <= steps; i++)
      for (let j = 0; j <= steps - i; j++) {
        const shares = [i / steps, j / steps, (steps - i - j) / steps] as const
        const [x, y, z] = [0, 1, 2].map((k) => corners.reduce((sum, at, c) => sum + positions[at + k]! * shares[c]!, 0))
        addPoint(x!, y!, z!)
      }
  }
  return Float64Array.from(out)
}

function longestEdge(p: Float64Array, corners: readonly [number, number, number]): number {
  const [a, b, c] = corners
  const distanceBetween = (first: number, other: number) =>
    Math.hypot(p[first]! - p[other]!, p[first + 1]! - p[other + 1]!, p[first + 2]! - p[other + 2]!)
  return Math.max(distanceBetween(a, b), distanceBetween(b, c), distanceBetween(c, a))
}

function surfaceArea(p: Float64Array, triangles: Uint32Array): number {
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3]
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!]
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!]
    sum += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2
  }
  return sum
}
