import { createHash } from 'node:crypto'
import { TEXTURE_SLOTS, type TextureSlot } from '../../../src/api/contract/textures.ts'
import { FEATURE_NAMES, measureFeatures } from '../features.ts'
import { sampleImagePoints } from '../sample-image-points.ts'
import type { LabelledPicture } from './collect-pictures.ts'
import { fingerprintPicture, type PictureFingerprint, withoutNearDuplicates } from './near-duplicates.ts'
import type { TrainingExample } from './train.ts'
import {
  addSpecularHighlights,
  createSeededRandom,
  downsample,
  extractOcclusion,
  FINE_POINTS_PER_SIDE,
  varyPicture,
} from './variations.ts'

/** Number of parts into which families are split, by a hash of their names. */
export const SPLIT_PART_COUNT = 20

/**
 * Training or test sample. `part` is the split part that its family belongs to; `isReal` distinguishes original images from
 * variations.
 */
export interface Sample extends TrainingExample {
  part: number
  isOfPack: boolean
  isReal: boolean
}

/** Image in two sizes, with its features and its fingerprint. `fine` has {@link FINE_POINTS_PER_SIDE}² pixels. */
export interface DecodedPicture extends Omit<LabelledPicture, 'bytes'> {
  fine: Uint8Array
  whole: Uint8Array
  features: readonly number[]
  print: PictureFingerprint
}

const VARIATIONS_PER_SLOT: Record<TextureSlot, number> = {
  baseColor: 5,
  normal: 8,
  metallicRoughness: 6,
  occlusion: 8,
  emissive: 14,
}

/** Assumed frequency of each slot. Higher than in the models for separate occlusion and emissive textures. */
const SLOT_FREQUENCY: Record<TextureSlot, number> = {
  baseColor: 0.4,
  normal: 0.2,
  metallicRoughness: 0.24,
  occlusion: 0.08,
  emissive: 0.08,
}

/** Decodes the images. Drops unreadable images and copies. */
export async function decodePictures(pictures: readonly LabelledPicture[]): Promise<DecodedPicture[]> {
  const all: DecodedPicture[] = []
  for (const { family, model, slot, bytes } of pictures) {
    const fine = await sampleImagePoints(bytes, FINE_POINTS_PER_SIDE).catch(() => undefined)
    if (!fine) continue
    const whole = downsample(fine)
    all.push({ family, model, slot, fine, whole, features: measureFeatures(whole), print: fingerprintPicture(fine) })
  }
  return withoutNearDuplicates(all)
}

export function createSamples(pictures: readonly DecodedPicture[]): Sample[] {
  return pictures.flatMap(({ family, model, slot, fine, whole }, index) => {
    const random = createSeededRandom(index + 1)
    const part = computeSplitPart(family)
    const sample = (points: Uint8Array, asSlot: TextureSlot, isReal = false): Sample => ({
      features: measureFeatures(points),
      slot: asSlot,
      part,
      isOfPack: family !== model,
      isReal,
      weight: 1,
    })
    const out = [sample(whole, slot, true)]
    for (let i = 0; i < VARIATIONS_PER_SLOT[slot]; i++) out.push(sample(varyPicture(fine, slot, random), slot))
    if (slot === 'metallicRoughness' && hasOcclusion(out[0]!))
      out.push(...[true, false].map((isGrey) => sample(extractOcclusion(whole, isGrey), 'occlusion')))
    if (slot === 'baseColor') out.push(sample(addSpecularHighlights(whole, random), 'emissive'))
    return out
  })
}

/** Returns the split part of a family, which depends only on the family's name. */
export function computeSplitPart(family: string): number {
  return createHash('sha256').update(family).digest().readUInt32LE(0) % SPLIT_PART_COUNT
}

/** Returns whether the red channel varies, and therefore contains occlusion. */
function hasOcclusion({ features }: Sample): boolean {
  return features[FEATURE_NAMES.indexOf('spread of red')]! > 0.02
}

/**
 * Weights samples so that the total weight of each slot is its assumed frequency, whatever its number of samples. The weight
 * of an original image is four times that of a variation.
 */
export function weightSamples(samples: readonly Sample[]): TrainingExample[] {
  const ownWeight = ({ isReal }: Sample) => (isReal ? 4 : 1)
  const sums = Object.fromEntries(
    TEXTURE_SLOTS.map((slot) => [slot, samples.reduce((sum, it) => sum + (it.slot === slot ? ownWeight(it) : 0), 0)]),
  )
  return samples.map((it) => ({ ...it, weight: (ownWeight(it) * SLOT_FREQUENCY[it.slot]) / sums[it.slot]! }))
}
