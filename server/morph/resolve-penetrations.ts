import { createSkinSurface, type SkinSurface } from './skin-surface.ts'
import { unflipTriangles } from './unflip-triangles.ts'
import type { Mesh } from './weld.ts'

/** Minimum distance of cloth from the body, in metres. Cloth that was closer before retains its distance. */
const CLEARANCE_METRES = 0.0015
/** Number of rounds that push vertices outside and unfold triangles, and the maximum number while vertices are still inside. */
const ROUNDS = 5
const MAX_ROUNDS = 60
/** Number of consecutive rounds without improvement after which the rounds stop. */
const MAX_STALLED_ROUNDS = 12
/** Depth in metres beyond which a vertex that was outside counts as newly inside. */
const INSIDE_METRES = 0.0005

/** Depth in metres beyond which rounds continue. Quantisation later moves vertices by up to 0.1 mm. */
const TARGET_METRES = 0.0003

/** Garment on its own body, and its vertex positions on the other body. */
export interface PenetrationInput {
  mesh: Mesh
  carried: Float64Array
  from: Mesh
  to: Mesh
}

/** New positions, the number of vertices newly inside the body, and the number of flipped triangles. */
export interface PenetrationResult {
  positions: Float64Array
  newlyInside: number
  turnedOver: number
}

/** Pushes vertices that were outside the old body out of the new body. Unfolds flipped triangles. */
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

const countInside = (before: Float64Array, now: Float64Array, maxDistance: number): number =>
  before.filter((distance, v) => distance >= 0 && now[v]! < -maxDistance).length

function distances(surface: SkinSurface, points: Float64Array): Float64Array {
  return Float64Array.from(
    { length: points.length / 3 },
    (_, v) => surface.distanceAt(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!.distance,
  )
}

/**
 * Pushes out vertices that were outside before, and returns their number. Other vertices, such as a tucked-in hem, may stay
 * inside.
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
