import type { Deformation } from './deform.ts'

/** So near, metres, one step more is right to a millionth. */
const NEAR = 2e-5
/** Steps after which the nearest place found is taken. */
const STEPS = 16
/** A step that leads so many times farther off than the nearest place is taken back. */
const WORSE = 4

/** A way of fitting that says for how many places it only has the nearest one that it found. */
export interface Way extends Deformation {
  /** Of the places asked for so far. */
  missed(): number
}

/**
 * The way back of a deformation, by Broyden's method: the place that it takes to the one given. `start` is near it, and says
 * what is inside. Where no step comes nearer, as where the way there folds, it answers the nearest place found, and counts it.
 */
export function inverseOf(way: Deformation, start: Deformation): Way {
  const search = searchOf(way)
  let missed = 0
  const move = (x: number, y: number, z: number, out: Float64Array, at: number): boolean => {
    // Without a place to start from every step would be looked for in vain.
    if (!start.move(x, y, z, out, at)) return false
    const { place, isFound } = search([x, y, z], [out[at]!, out[at + 1]!, out[at + 2]!])
    if (!isFound) missed++
    out.set(place, at)
    return true
  }
  return { move, missed: () => missed }
}

type Triple = [x: number, y: number, z: number]
/** Of a place that is tried: how far off, and which way, the deformation takes it. */
interface Try {
  place: Triple
  off: Triple
  size: number
  /** Out of its cage a deformation means nothing, and may lead back to the goal from anywhere. */
  isIn: boolean
}

function searchOf({ move }: Deformation): (goal: Triple, start: Triple) => { place: Triple; isFound: boolean } {
  const there = new Float64Array(3)
  const tryAt = (place: Triple, goal: Triple): Try => {
    const isIn = move(...place, there, 0)
    const off: Triple = [there[0]! - goal[0], there[1]! - goal[1], there[2]! - goal[2]]
    return { place, off, size: Math.hypot(...off), isIn }
  }
  return (goal, start) => {
    let now = tryAt(start, goal)
    let best = now
    let trust = 1
    let inverse = scaled(trust)
    for (let step = 0; step < STEPS && best.size > NEAR; step++) {
      const by = stepOf(inverse, now.off)
      const next = tryAt(plus(now.place, by), goal)
      if (!next.isIn || next.size > WORSE * best.size) {
        trust /= 2
        inverse = scaled(trust)
        now = best
        continue
      }
      learn(inverse, by, minus(next.off, now.off))
      now = next
      if (next.size < best.size) best = next
    }
    // What is no number is no place either.
    if (!(best.size <= NEAR)) return { place: best.place, isFound: false }
    return { place: plus(best.place, stepOf(inverse, best.off)), isFound: true }
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

function stepOf(inverse: readonly number[], off: Triple): Triple {
  const [x, y, z] = times(inverse, off)
  return [-x, -y, -z]
}

/** Broyden's update (1965) of the inverse: what a step changed is what it says of that step from now on. */
function learn(inverse: number[], step: Triple, change: Triple): void {
  const told = times(inverse, change)
  const scale = step[0] * told[0] + step[1] * told[1] + step[2] * told[2]
  if (Math.abs(scale) < 1e-18) return
  const across = [0, 1, 2].map((c) => step[0] * inverse[c]! + step[1] * inverse[3 + c]! + step[2] * inverse[6 + c]!)
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) inverse[r * 3 + c] = inverse[r * 3 + c]! + ((step[r]! - told[r]!) * across[c]!) / scale
}
