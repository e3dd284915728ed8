import type { Cage } from './cage.ts'
import { createDeformation, type Deformation } from './deform.ts'
import { type AddNearbyMean, createGaussianKernel } from './gaussian-kernel.ts'
import { createSkinSurface, type SkinSurface } from './skin-surface.ts'
import { sampleSurface } from './surface-samples.ts'
import type { Mesh } from './weld.ts'

export interface CagedBody {
  cage: Cage
  skin: Mesh
}

/**
 * Levels of the skin alignment, from coarse to fine. `width` is the smoothing width. `reach` is the distance from the skin at which
 * the correction fades to zero. Both are in metres. Cloth beyond the largest `reach` follows the cages only.
 */
const SMOOTHING_LEVELS = [
  { width: 0.024, reach: 0.07, rounds: 5 },
  { width: 0.01, reach: 0.022, rounds: 7 },
] as const

/** Tolerance in metres within which a sample point counts as on the other skin. Smaller distances are rounding errors. */
const ON_SURFACE_METRES = 1e-6

/** Smoothed shifts at the sample points of a skin. The shifts fade to zero at `reach` from the skin. */
interface SmoothingLevel {
  shifts: Float64Array
  addMean: AddNearbyMean
  reach: number
}

/**
 * Returns the deformation from the space around one body to the space around another. The deformation follows the cages and maps
 * one skin onto the other. A position moves equally in every garment.
 */
export function mapSkinToSkin(from: CagedBody, to: CagedBody): Deformation {
  const deformation = createDeformation(from.cage, to.cage)
  const skin = createSkinSurface(from.skin)
  const levels = createLevels(deformation, from.skin, createSkinSurface(to.skin))
  const farthest = Math.max(...levels.map(({ reach }) => reach))
  const move = (x: number, y: number, z: number, out: Float64Array, at: number): boolean => {
    const isInside = deformation.move(x, y, z, out, at)
    const nearest = skin.distanceAt(x, y, z, farthest)
    if (!nearest) return isInside
    for (const { shifts, addMean, reach } of levels) {
      const influence = Math.max(0, 1 - (nearest.distance / reach) ** 2) ** 2
      if (influence > 0) addMean(shifts, [x, y, z], influence, out, at)
    }
    return isInside
  }
  return { move }
}

function createLevels(deformation: Deformation, from: Mesh, to: SkinSurface): SmoothingLevel[] {
  const { samples, places: targets } = sampleEnclosed(sampleSurface(from), deformation)
  return SMOOTHING_LEVELS.map(({ width, reach, rounds }) => {
    const addMean = createGaussianKernel(samples, width)
    const shifts = new Float64Array(samples.length)
    const meanTargets = () => {
      const out = Float64Array.from(targets)
      for (let s = 0; s < samples.length; s += 3)
        addMean(shifts, [samples[s]!, samples[s + 1]!, samples[s + 2]!], 1, out, s)
      return out
    }
    for (let round = 0; round < rounds; round++) addApproach(round === 0 ? targets : meanTargets(), to, shifts)
    targets.set(meanTargets())
    return { shifts, addMean, reach }
  })
}

function sampleEnclosed(all: Float64Array, deformation: Deformation): { samples: Float64Array; places: Float64Array } {
  const samples: number[] = []
  const targets: number[] = []
  const out = new Float64Array(3)
  for (let s = 0; s < all.length; s += 3) {
    if (!deformation.move(all[s]!, all[s + 1]!, all[s + 2]!, out, 0)) continue
    samples.push(all[s]!, all[s + 1]!, all[s + 2]!)
    targets.push(...out)
  }
  return { samples: Float64Array.from(samples), places: Float64Array.from(targets) }
}

/** Adds to each sample point's shift the vector from the point's position in `targets` to the nearest point of the skin. */
function addApproach(targets: Float64Array, to: SkinSurface, shifts: Float64Array): void {
  for (let s = 0; s < targets.length; s += 3) {
    const nearest = to.distanceAt(targets[s]!, targets[s + 1]!, targets[s + 2]!)!
    if (Math.abs(nearest.distance) < ON_SURFACE_METRES) continue
    shifts[s] = shifts[s]! - nearest.x * nearest.distance
    shifts[s + 1] = shifts[s + 1]! - nearest.y * nearest.distance
    shifts[s + 2] = shifts[s + 2]! - nearest.z * nearest.distance
  }
}
