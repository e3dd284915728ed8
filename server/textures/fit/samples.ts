import { createHash } from 'node:crypto'
import { TEXTURE_SLOTS, type TextureSlot } from '../../../src/api/contract/textures.ts'
import { FEATURES, featuresOf } from '../features.ts'
import { readPoints } from '../read-points.ts'
import type { Known } from './collect.ts'
import { type Print, printOf, withoutCopies } from './copies.ts'
import { seeded } from './random.ts'
import type { Example } from './train.ts'
import { FINE, occlusionOf, shining, variationOf, wholeOf } from './variations.ts'

/** Families are dealt into so many parts, by their names. */
export const PARTS = 20

/** What is learnt from or judged by: its family's part, and whether the picture is as somebody painted it, not a variation. */
export interface Sample extends Example {
  part: number
  /** Whether it is dealt with a whole pack. */
  isOfPack: boolean
  isReal: boolean
}

/** A picture in two sizes, FINE × FINE points and those that are measured, and what they come to. */
export interface Picture extends Omit<Known, 'bytes'> {
  fine: Uint8Array
  whole: Uint8Array
  features: readonly number[]
  print: Print
}

const VARIATIONS: Record<TextureSlot, number> = {
  baseColor: 5,
  normal: 8,
  metallicRoughness: 6,
  occlusion: 8,
  emissive: 14,
}

/** How often a texture is of a slot. A few more than models name have occlusion of its own, and something that shines. */
const COMMON: Record<TextureSlot, number> = {
  baseColor: 0.4,
  normal: 0.2,
  metallicRoughness: 0.24,
  occlusion: 0.08,
  emissive: 0.08,
}

/** The pictures that can be decoded, less those that are there already: models are copied from source to source. */
export async function decoded(known: readonly Known[]): Promise<Picture[]> {
  const all: Picture[] = []
  for (const { family, model, slot, bytes } of known) {
    const fine = await readPoints(bytes, FINE).catch(() => undefined)
    if (!fine) continue
    const whole = wholeOf(fine)
    all.push({ family, model, slot, fine, whole, features: featuresOf(whole), print: printOf(fine) })
  }
  return withoutCopies(all)
}

/** What is measured of pictures and of variations of them. */
export function samplesOf(pictures: readonly Picture[]): Sample[] {
  return pictures.flatMap(({ family, model, slot, fine, whole }, index) => {
    const chance = seeded(index + 1)
    const part = partOf(family)
    const sample = (points: Uint8Array, as: TextureSlot, isReal = false): Sample => ({
      features: featuresOf(points),
      slot: as,
      part,
      isOfPack: family !== model,
      isReal,
      weight: 1,
    })
    const out = [sample(whole, slot, true)]
    for (let i = 0; i < VARIATIONS[slot]; i++) out.push(sample(variationOf(fine, slot, chance), slot))
    if (slot === 'metallicRoughness' && hasOcclusion(out[0]!))
      out.push(...[true, false].map((isGrey) => sample(occlusionOf(whole, isGrey), 'occlusion')))
    if (slot === 'baseColor') out.push(sample(shining(whole, chance), 'emissive'))
    return out
  })
}

/** The part a family is dealt into: the same whatever else is known. */
export function partOf(family: string): number {
  return createHash('sha256').update(family).digest().readUInt32LE(0) % PARTS
}

/** Whether something is packed into red: it does not stand still. */
function hasOcclusion({ features }: Sample): boolean {
  return features[FEATURES.indexOf('spread of red')]! > 0.02
}

/** Each slot counts as often as it is met, however many there are of it here; what somebody painted counts four times. */
export function weighed(samples: readonly Sample[]): Example[] {
  const own = ({ isReal }: Sample) => (isReal ? 4 : 1)
  const sums = Object.fromEntries(
    TEXTURE_SLOTS.map((slot) => [slot, samples.reduce((sum, it) => sum + (it.slot === slot ? own(it) : 0), 0)]),
  )
  return samples.map((it) => ({ ...it, weight: (own(it) * COMMON[it.slot]) / sums[it.slot]! }))
}
