import { type Spread, spreader } from './spread.ts'
import { type Surface, surfaceOf } from './surface.ts'
import type { Mesh } from './weld.ts'

/** Beyond this distance from the body, metres, cloth hangs free and nothing is settled. */
const REACH = 0.05
/** Rounds, and how smooth in space their shifts are: width of the bell, metres. */
const ROUNDS: readonly { times: number; width: number }[] = [
  { times: 8, width: 0.024 },
  { times: 6, width: 0.012 },
]
const STEP = 0.6
/** Cloth that was outside the body stays at least so far outside, metres, or as far as it was. */
const CLEAR = 0.0015

/** What is settled: a garment's shape on its own body, and where the cage has carried it on the other. */
export interface Settling {
  mesh: Mesh
  carried: Float64Array
  from: Mesh
  to: Mesh
}

/**
 * Moves a garment's vertices until they are as far from the new body's skin as they were from the old one's, smoothly over
 * the cloth, and then puts outside what was outside. Answers the new positions.
 */
export function settle(
  { mesh, carried, from, to }: Settling,
  onShare: (share: number) => void = () => {},
): Float64Array {
  const [before, after] = [surfaceOf(from), surfaceOf(to)]
  const wanted = distances(before, mesh.positions)
  const points = Float64Array.from(carried)
  for (const { times, width } of ROUNDS) {
    const spread = spreader(mesh.positions, width)
    for (let round = 0; round < times; round++) approach(points, wanted, after, spread)
    onShare(0.5)
  }
  clear(points, wanted, after)
  return points
}

function distances(surface: Surface, points: Float64Array): Float64Array {
  return Float64Array.from(
    { length: points.length / 3 },
    (_, v) => surface.near(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!.distance,
  )
}

/** One round: shifts along the distance's gradient, smoothed over the cloth. */
function approach(points: Float64Array, wanted: Float64Array, after: Surface, spread: Spread): void {
  const shifts = new Float64Array(points.length)
  for (const [v, distance] of wanted.entries()) {
    if (Math.abs(distance) >= REACH) continue
    const near = after.near(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!
    const by = (distance - near.distance) * (1 - (distance / REACH) ** 2)
    shifts.set([near.x * by, near.y * by, near.z * by], v * 3)
  }
  const soft = spread(shifts)
  for (let i = 0; i < points.length; i++) points[i] = points[i]! + soft[i]! * STEP
}

function clear(points: Float64Array, wanted: Float64Array, after: Surface): void {
  for (const [v, distance] of wanted.entries()) {
    if (distance < 0) continue
    const near = after.near(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!
    const missing = Math.min(distance, CLEAR) - near.distance
    if (missing <= 0) continue
    points[v * 3] = points[v * 3]! + near.x * missing
    points[v * 3 + 1] = points[v * 3 + 1]! + near.y * missing
    points[v * 3 + 2] = points[v * 3 + 2]! + near.z * missing
  }
}
