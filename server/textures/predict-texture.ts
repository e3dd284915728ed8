import { readFile } from 'node:fs/promises'
import { predictChances, type SlotChances } from './classifier.ts'
import { measureFeatures } from './features.ts'
import { sampleImagePoints } from './sample-image-points.ts'
import weights from './weights.json' with { type: 'json' }

export type PictureSource = string | Uint8Array

/**
 * Returns the probability of each slot for an image. Predictions are scheduled by `owner`. Rejects if decoding fails or times
 * out, and with `UNAVAILABLE` if too many predictions of the owner are queued.
 */
export type PredictTexture = (picture: PictureSource, owner?: string) => Promise<SlotChances>

export const predictTextureInProcess: PredictTexture = async (picture) => {
  const bytes = typeof picture === 'string' ? new Uint8Array(await readFile(picture)) : picture
  return predictChances(measureFeatures(await sampleImagePoints(bytes)), weights)
}
