import { createSkinSurface, type SkinSurface } from './skin-surface.ts'
import { unflipTriangles } from './unflip-triangles.ts'
import type { Mesh } from './weld.ts'

/** Minimum clearance of cloth outside the body, in metres. Cloth that was closer retains its distance. */
const CLEARANCE_METRES = 0.0015
/** Rounds of pushing vertices outside and unfolding triangles, and their maximum while vertices are still inside. */
const ROUNDS = 5
const MAX_ROUNDS = 60
/** Stops after this number of consecutive rounds without fewer vertices inside. */
const MAX_STALLED_ROUNDS = 12
/** Depth beyond which a vertex that was outside counts as newly inside, in metres. */
const INSIDE_METRES = 0.0005

/** Depth beyond which rounds continue, in metres. Less than INSIDE_METRES: quantisation moves vertices by up to 0.1 mm. */
const TARGET_METRES = 0.0003

/** Input of settling: a garment on its own body, and the positions carried to the other body. */
export interface PenetrationInput {
  mesh: Mesh
  carried: Float64Array
  from: Mesh
  to: Mesh
}

/** New positions, with the number of vertices newly inside the body and of triangles turned over. */
export interface PenetrationResult {
  positions: Float64Array
  newlyInside: number
  turnedOver: number
}

/** Moves vertices that were outside the old body outside the new one, by the shortest way, and unfolds triangles. */
export function resolvePenetrations(
  { mesh, carried, from, to }: PenetrationInput,
  onShare: (share: number) => void = () => {},
): PenetrationResult {
  const after = createSkinSurface(to)
  const before = distances(createSkinSurface(from), mesh.positions)
  const positions = Float64Array.from(carried)
  let [turnedOver, newlyInside] = [0, 0]
  let [fewest, stalledRounds] = [Number.POSITIVE_INFINITY, 0]
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const moved = pushOutside(positions, before, after)
    turnedOver = unflipTriangles(mesh, positions)
    onShare(Math.min(1, round / ROUNDS))
    if (round < ROUNDS && moved > 0) continue
    const now = distances(after, positions)
    newlyInside = countInside(before, now, INSIDE_METRES)
    const insideCount = countInside(before, now, TARGET_METRES)
    stalledRounds = insideCount < fewest ? 0 : stalledRounds + 1
    fewest = Math.min(fewest, insideCount)
    if (moved === 0 || insideCount === 0 || stalledRounds === MAX_STALLED_ROUNDS) break
  }
  return { positions, newlyInside, turnedOver }
}

/** Returns the number of vertices that were outside and are now deeper inside than `maxDistance`. */
const countInside = (before: Float64Array, now: Float64Array, maxDistance: number): number =>
  before.filter((distance, v) => distance >= 0 && now[v]! < -maxDistance).length

function distances(surface: SkinSurface, points: Float64Array): Float64Array {
  return Float64Array.from(
    { length: points.length / 3 },
    (_, v) => surface.distanceAt(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!.distance,
  )
}

/**
 * Moves vertices that were outside back outside and returns their number. Vertices that were inside, such as a tucked-in hem, may
 * stay.
 */
function pushOutside(points: Float64Array, before: Float64Array, after: SkinSurface): number {
  let moved = 0
  for (const [v, distance] of before.entries()) {
    if (distance < 0) continue
    const nearest = after.distanceAt(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!
    const missing = Math.min(distance, CLEARANCE_METRES) - nearest.distance
    if (missing <= 1e-9) continue
    moved++
    points[v * 3] = points[v * 3]! + nearest.x * missing
    points[v * 3 + 1] = points[v * 3 + 1]! + nearest.y * missing
    points[v * 3 + 2] = points[v * 3 + 2]! + nearest.z * missing
  }
  return moved
}
