import { type AddMean, bellOver } from './bell.ts'
import type { Cage } from './cage.ts'
import { type Deformation, deformation } from './deform.ts'
import { samplesOf } from './samples.ts'
import { type Surface, surfaceOf } from './surface.ts'
import type { Mesh } from './weld.ts'

/** A body's skin and the cage around it. */
export interface Caged {
  cage: Cage
  skin: Mesh
}

/**
 * How the skin is laid on the other, coarse before fine: the width of the bell that smooths the shifts, how far from the
 * skin they end, both in metres, and in how many rounds they are found. Beyond the farthest, cloth hangs free.
 */
const LEVELS = [
  { width: 0.024, reach: 0.07, rounds: 5 },
  { width: 0.01, reach: 0.022, rounds: 7 },
] as const

/** Nearer than this to the other skin, metres, a sample lies on it: that much is lost to rounding. */
const ON = 1e-6

/** Shifts at the samples of a skin, smoothed by a bell, that end at `reach` from the skin. */
interface Level {
  shifts: Float64Array
  addMean: AddMean
  reach: number
}

/**
 * Takes the room around one body to that around another: as the cage goes, and so that the one skin comes to lie on the other.
 * It knows nothing of what is worn, so a place always goes to the same place, and what lies near the skin stays near it.
 */
export function skinToSkin(from: Caged, to: Caged): Deformation {
  const way = deformation(from.cage, to.cage)
  const skin = surfaceOf(from.skin)
  const levels = levelsOf(way, from.skin, surfaceOf(to.skin))
  const farthest = Math.max(...levels.map(({ reach }) => reach))
  const move = (x: number, y: number, z: number, out: Float64Array, at: number): boolean => {
    const isInside = way.move(x, y, z, out, at)
    const near = skin.near(x, y, z, farthest)
    if (!near) return isInside
    for (const { shifts, addMean, reach } of levels) {
      const held = Math.max(0, 1 - (near.distance / reach) ** 2) ** 2
      if (held > 0) addMean(shifts, [x, y, z], held, out, at)
    }
    return isInside
  }
  return { move }
}

function levelsOf(way: Deformation, from: Mesh, to: Surface): Level[] {
  const { samples, places } = enclosed(samplesOf(from), way)
  return LEVELS.map(({ width, reach, rounds }) => {
    const addMean = bellOver(samples, width)
    const shifts = new Float64Array(samples.length)
    const meant = () => {
      const out = Float64Array.from(places)
      for (let s = 0; s < samples.length; s += 3)
        addMean(shifts, [samples[s]!, samples[s + 1]!, samples[s + 2]!], 1, out, s)
      return out
    }
    for (let round = 0; round < rounds; round++) approach(round === 0 ? places : meant(), to, shifts)
    places.set(meant())
    return { shifts, addMean, reach }
  })
}

/** The samples in the cage, and where it takes them. */
function enclosed(all: Float64Array, way: Deformation): { samples: Float64Array; places: Float64Array } {
  const samples: number[] = []
  const places: number[] = []
  const out = new Float64Array(3)
  for (let s = 0; s < all.length; s += 3) {
    if (!way.move(all[s]!, all[s + 1]!, all[s + 2]!, out, 0)) continue
    samples.push(all[s]!, all[s + 1]!, all[s + 2]!)
    places.push(...out)
  }
  return { samples: Float64Array.from(samples), places: Float64Array.from(places) }
}

/** Adds to each sample's shift what takes it from its place to the skin. */
function approach(places: Float64Array, to: Surface, shifts: Float64Array): void {
  for (let s = 0; s < places.length; s += 3) {
    const near = to.near(places[s]!, places[s + 1]!, places[s + 2]!)!
    if (Math.abs(near.distance) < ON) continue
    shifts[s] = shifts[s]! - near.x * near.distance
    shifts[s + 1] = shifts[s + 1]! - near.y * near.distance
    shifts[s + 2] = shifts[s + 2]! - near.z * near.distance
  }
}
