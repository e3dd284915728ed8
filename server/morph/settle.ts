import { type Surface, surfaceOf } from './surface.ts'
import { unfold } from './unfold.ts'
import type { Mesh } from './weld.ts'

/** Cloth that was outside the body stays at least so far outside, metres, or as far as it was. */
const CLEAR = 0.0015
/** How often what is inside is put outside and what that folds is turned back; so often more while something is still inside. */
const ROUNDS = 5
const MOST_ROUNDS = 60
/** Where so many rounds in a row leave no fewer inside, more of them would not either. */
const VAIN_ROUNDS = 12
/** Deeper than this, metres, a vertex that was outside counts as newly inside. */
const INSIDE = 0.0005

/** Nothing stays deeper than this where it can be helped: a file that rounds its numbers moves it by a tenth of a millimetre. */
const AIM = 0.0003

/** What is settled: a garment's shape on its own body, and where it was carried to on the other. */
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

/** Puts outside the new body what was outside the old one, by as little as does, and turns back what is turned over. */
export function settle({ mesh, carried, from, to }: Settling, onShare: (share: number) => void = () => {}): Settled {
  const after = surfaceOf(to)
  const before = distances(surfaceOf(from), mesh.positions)
  const positions = Float64Array.from(carried)
  let [turnedOver, newlyInside] = [0, 0]
  let [fewest, vain] = [Number.POSITIVE_INFINITY, 0]
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const moved = clear(positions, before, after)
    turnedOver = unfold(mesh, positions)
    onShare(Math.min(1, round / ROUNDS))
    if (round < ROUNDS && moved > 0) continue
    const now = distances(after, positions)
    newlyInside = countInside(before, now, INSIDE)
    const left = countInside(before, now, AIM)
    vain = left < fewest ? 0 : vain + 1
    fewest = Math.min(fewest, left)
    if (moved === 0 || left === 0 || vain === VAIN_ROUNDS) break
  }
  return { positions, newlyInside, turnedOver }
}

/** How many vertices that were outside are deeper inside now than `most`. */
const countInside = (before: Float64Array, now: Float64Array, most: number): number =>
  before.filter((distance, v) => distance >= 0 && now[v]! < -most).length

function distances(surface: Surface, points: Float64Array): Float64Array {
  return Float64Array.from(
    { length: points.length / 3 },
    (_, v) => surface.near(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!.distance,
  )
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
