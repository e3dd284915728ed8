import { type Spread, spreader } from './spread.ts'
import { type Surface, surfaceOf } from './surface.ts'
import { unfold } from './unfold.ts'
import type { Mesh } from './weld.ts'

/** Beyond this distance from the body, metres, cloth hangs free and nothing is settled. */
const REACH = 0.05
/** Rounds, and how smooth in space their shifts are: width of the bell, metres. */
const STAGES: readonly { rounds: number; width: number }[] = [
  { rounds: 8, width: 0.024 },
  { rounds: 6, width: 0.012 },
]
const STEP = 0.6
/** Cloth that was outside the body stays at least so far outside, metres, or as far as it was. */
const CLEAR = 0.0015
/** How often what is inside is put outside and what that folds is turned back. */
const LAST_ROUNDS = 5
/** Deeper than this, metres, a vertex that was outside counts as newly inside. */
const INSIDE = 0.0005

/** What is settled: a garment's shape on its own body, and where the cage has carried it on the other. */
export interface Settling {
  mesh: Mesh
  carried: Float64Array
  from: Mesh
  to: Mesh
}

/** The new positions, how many vertices are inside the body that were not, and how many triangles are turned over. */
export interface Settled {
  positions: Float64Array
  newlyInside: number
  turnedOver: number
}

/**
 * Moves a garment's vertices until they are as far from the new body's skin as they were from the old one's, the less so the
 * looser it hangs. Shifts are smooth in space, so inside and outside of the cloth move together; at last what was outside
 * the body is put outside.
 */
export function settle({ mesh, carried, from, to }: Settling, onShare: (share: number) => void = () => {}): Settled {
  const after = surfaceOf(to)
  const before = distances(surfaceOf(from), mesh.positions)
  const now = distances(after, carried)
  const goal = before.map((distance, v) => {
    const held = Math.max(0, 1 - (distance / REACH) ** 2)
    return now[v]! + held * (distance - now[v]!)
  })
  const positions = Float64Array.from(carried)
  for (const [i, { rounds, width }] of STAGES.entries()) {
    const spread = spreader(mesh.positions, width)
    for (let round = 0; round < rounds; round++) {
      approach(positions, before, goal, after, spread)
      onShare((i + (round + 1) / rounds) / STAGES.length)
    }
  }
  let turnedOver = 0
  for (let round = 0; round < LAST_ROUNDS; round++) {
    const moved = clear(positions, before, after)
    turnedOver = unfold(mesh, positions)
    if (moved === 0) break
  }
  const last = distances(after, positions)
  const newlyInside = before.filter((distance, v) => distance >= 0 && last[v]! < -INSIDE).length
  return { positions, newlyInside, turnedOver }
}

function distances(surface: Surface, points: Float64Array): Float64Array {
  return Float64Array.from(
    { length: points.length / 3 },
    (_, v) => surface.near(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!.distance,
  )
}

/** One round: shifts along the distance's gradient, smooth in space. What hangs free holds its neighbours back. */
function approach(
  points: Float64Array,
  before: Float64Array,
  goal: Float64Array,
  after: Surface,
  spread: Spread,
): void {
  const shifts = new Float64Array(points.length)
  for (const [v, distance] of before.entries()) {
    if (Math.abs(distance) >= REACH) continue
    const near = after.near(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!
    const by = goal[v]! - near.distance
    shifts[v * 3] = near.x * by
    shifts[v * 3 + 1] = near.y * by
    shifts[v * 3 + 2] = near.z * by
  }
  const soft = spread(shifts)
  for (let i = 0; i < points.length; i++) points[i] = points[i]! + soft[i]! * STEP
}

/** Puts outside what was outside; answers how many vertices that moved. What was inside, a hem tucked in, may stay. */
function clear(points: Float64Array, before: Float64Array, after: Surface): number {
  let moved = 0
  for (const [v, distance] of before.entries()) {
    if (distance < 0) continue
    const near = after.near(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!
    const missing = Math.min(distance, CLEAR) - near.distance
    if (missing <= 1e-9) continue
    moved++
    points[v * 3] = points[v * 3]! + near.x * missing
    points[v * 3 + 1] = points[v * 3 + 1]! + near.y * missing
    points[v * 3 + 2] = points[v * 3 + 2]! + near.z * missing
  }
  return moved
}
