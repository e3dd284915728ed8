import { MorphFault } from './fault.ts'
import type { Mesh } from './weld.ts'

/** How far apart samples stand, metres. */
const APART = 0.011
/** More than about so many are not taken: they stand farther apart on a larger surface. */
const MOST = 12_000

/** So many places are looked at: slivers are long and have no surface, so that nothing else bounds them. */
const MOST_TRIED = 4_000_000

/**
 * Points spread evenly over a surface, however finely it is cut; 3 numbers a point. Throws `TOO_COSTLY` for one of long slivers.
 */
export function samplesOf({ positions, triangles }: Mesh): Float64Array {
  const apart = Math.max(APART, Math.sqrt(areaOf(positions, triangles) / MOST))
  const stepsAt = (t: number) => {
    const corners = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3] as const
    return Math.max(1, Math.ceil(longestEdge(positions, corners) / apart))
  }
  let tried = 0
  for (let t = 0; t < triangles.length; t += 3) tried += stepsAt(t) ** 2 / 2
  if (tried > MOST_TRIED)
    throw new MorphFault(
      'TOO_COSTLY',
      'The body has triangles that are too long and thin for anything to be fitted to it.',
    )
  const taken = new Set<string>()
  const out: number[] = []
  const take = (x: number, y: number, z: number) => {
    const cell = `${Math.floor(x / apart)},${Math.floor(y / apart)},${Math.floor(z / apart)}`
    if (taken.has(cell)) return
    taken.add(cell)
    out.push(x, y, z)
  }
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3] as const
    const steps = stepsAt(t)
    for (let i = 0; i <= steps; i++)
      for (let j = 0; j <= steps - i; j++) {
        const shares = [i / steps, j / steps, (steps - i - j) / steps] as const
        const [x, y, z] = [0, 1, 2].map((k) => corners.reduce((sum, at, c) => sum + positions[at + k]! * shares[c]!, 0))
        take(x!, y!, z!)
      }
  }
  return Float64Array.from(out)
}

function longestEdge(p: Float64Array, corners: readonly [number, number, number]): number {
  const [a, b, c] = corners
  const far = (one: number, other: number) =>
    Math.hypot(p[one]! - p[other]!, p[one + 1]! - p[other + 1]!, p[one + 2]! - p[other + 2]!)
  return Math.max(far(a, b), far(b, c), far(c, a))
}

function areaOf(p: Float64Array, triangles: Uint32Array): number {
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3]
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!]
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!]
    sum += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2
  }
  return sum
}
