import { readFile } from 'node:fs/promises'
import { type Chances, chancesOf } from './classifier.ts'
import { featuresOf } from './features.ts'
import { readPoints } from './read-points.ts'
import weights from './weights.json' with { type: 'json' }

/** A picture on this machine by its path, or its bytes. */
export type Picture = string | Uint8Array

/**
 * The chance of each slot that a picture is used for, worked out in the turn of its `owner`. Rejects where it cannot be
 * decoded, or not in time, and with `UNAVAILABLE` where too many of the owner's wait.
 */
export type PredictTexture = (picture: Picture, owner?: string) => Promise<Chances>

/** Predicts in the process that asks. */
export const predictHere: PredictTexture = async (picture) => {
  const bytes = typeof picture === 'string' ? new Uint8Array(await readFile(picture)) : picture
  return chancesOf(featuresOf(await readPoints(bytes)), weights)
}
