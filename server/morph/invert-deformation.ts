import type { Deformation } from './deform.ts'

/** Distance from the goal at which the search ends, in metres. One further step then gives the accuracy of a micrometre. */
const NEAR_METRES = 2e-5
const MAX_STEPS = 16
/** Factor by which the error of a step may exceed the smallest error so far. A worse step is reverted. */
const MAX_WORSENING = 4

/** Deformation that counts the positions it could only approximate. */
export interface BodyMapping extends Deformation {
  missedCount(): number
}

/**
 * Returns the inverse of a deformation, computed with Broyden's method. `start` gives the initial guess. If the search does not
 * converge, as in folds of the deformation, the best position found is used and counted.
 */
export function invertDeformation(deformation: Deformation, start: Deformation): BodyMapping {
  const search = createSearch(deformation)
  let missed = 0
  const move = (x: number, y: number, z: number, out: Float64Array, at: number): boolean => {
    // Without an initial guess, the search would not converge.
    if (!start.move(x, y, z, out, at)) return false
    const { place, isFound } = search([x, y, z], [out[at]!, out[at + 1]!, out[at + 2]!])
    if (!isFound) missed++
    out.set(place, at)
    return true
  }
  return { move, missedCount: () => missed }
}

type Triple = [x: number, y: number, z: number]
/** Evaluated position (`place`), and the vector (`error`) and distance (`size`) from the goal to the deformed position. */
interface SearchPoint {
  place: Triple
  error: Triple
  size: number
  /** Whether the position is inside the cage. Outside, the deformation could reach the goal by coincidence. */
  isInside: boolean
}

function createSearch({ move }: Deformation): (goal: Triple, start: Triple) => { place: Triple; isFound: boolean } {
  const moved = new Float64Array(3)
  const tryAt = (point: Triple, goal: Triple): SearchPoint => {
    const isInside = move(...point, moved, 0)
    const error: Triple = [moved[0]! - goal[0], moved[1]! - goal[1], moved[2]! - goal[2]]
    return { place: point, error, size: Math.hypot(...error), isInside }
  }
  return (goal, start) => {
    let current = tryAt(start, goal)
    let best = current
    let trust = 1
    let inverse = scaled(trust)
    for (let step = 0; step < MAX_STEPS && best.size > NEAR_METRES; step++) {
      const stepVector = stepOf(inverse, current.error)
      const next = tryAt(plus(current.place, stepVector), goal)
      if (!next.isInside || next.size > MAX_WORSENING * best.size) {
        trust /= 2
        inverse = scaled(trust)
        current = best
        continue
      }
      updateInverse(inverse, stepVector, minus(next.error, current.error))
      current = next
      if (next.size < best.size) best = next
    }
    // Negated, so that NaN also counts as not found.
    if (!(best.size <= NEAR_METRES)) return { place: best.place, isFound: false }
    return { place: plus(best.place, stepOf(inverse, best.error)), isFound: true }
  }
}

const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const scaled = (by: number): number[] => [by, 0, 0, 0, by, 0, 0, 0, by]
const times = (m: readonly number[], [x, y, z]: Triple): Triple => [
  m[0]! * x + m[1]! * y + m[2]! * z,
  m[3]! * x + m[4]! * y + m[5]! * z,
  m[6]! * x + m[7]! * y + m[8]! * z,
]

function stepOf(inverse: readonly number[], error: Triple): Triple {
  const [x, y, z] = times(inverse, error)
  return [-x, -y, -z]
}

/**
 * Applies Broyden's update (1965) to the approximate inverse Jacobian, so that the approximation matches the change of the last
 * step.
 */
function updateInverse(inverse: number[], step: Triple, change: Triple): void {
  const predicted = times(inverse, change)
  const scale = step[0] * predicted[0] + step[1] * predicted[1] + step[2] * predicted[2]
  if (Math.abs(scale) < 1e-18) return
  const across = [0, 1, 2].map((c) => step[0] * inverse[c]! + step[1] * inverse[3 + c]! + step[2] * inverse[6 + c]!)
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++)
      inverse[r * 3 + c] = inverse[r * 3 + c]! + ((step[r]! - predicted[r]!) * across[c]!) / scale
}
