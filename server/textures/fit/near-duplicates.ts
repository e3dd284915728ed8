import type { TextureSlot } from '../../../src/api/contract/textures.ts'
import { FEATURE_NAMES } from '../features.ts'
import { FINE_POINTS_PER_SIDE } from './variations.ts'

/** Image fingerprint: mean colours of {@link CELLS_PER_SIDE}² cells, 0 to 1, and their mean deviation from the overall mean. */
export interface PictureFingerprint {
  cells: Float32Array
  spread: number
}

interface ComparedPicture {
  family: string
  model: string
  slot: TextureSlot
  features: readonly number[]
  print: PictureFingerprint
}

const CELLS_PER_SIDE = 16

/** Maximum difference between the cells of scaled or recompressed copies: absolute, and relative to the spread of the cells. */
const [SAME, SAME_BY_SPREAD] = [0.02, 0.25]

/** Spread below which an image counts as one single colour. */
const PLAIN = 0.004

/** Number of features that are compared, counted from the first. */
const COMPARED = FEATURE_NAMES.indexOf('green apart from the others') + 1

/** Minimum mean difference between the features of two distinct images of a slot. Normal maps resemble each other more. */
const [APART, NORMAL_APART] = [0.025, 0.01]

/** Computes the fingerprint of an image with {@link FINE_POINTS_PER_SIDE}² pixels, 4 bytes each. */
export function fingerprintPicture(fine: Uint8Array): PictureFingerprint {
  const size = FINE_POINTS_PER_SIDE / CELLS_PER_SIDE
  const cells = new Float32Array(CELLS_PER_SIDE * CELLS_PER_SIDE * 3)
  for (let i = 0; i < FINE_POINTS_PER_SIDE * FINE_POINTS_PER_SIDE; i++) {
    const cell =
      Math.floor(Math.floor(i / FINE_POINTS_PER_SIDE) / size) * CELLS_PER_SIDE +
      Math.floor((i % FINE_POINTS_PER_SIDE) / size)
    for (let k = 0; k < 3; k++) cells[cell * 3 + k] = cells[cell * 3 + k]! + fine[i * 4 + k]! / 255 / size ** 2
  }
  const means = [0, 1, 2].map(
    (k) => cells.reduce((sum, it, i) => sum + (i % 3 === k ? it : 0), 0) / CELLS_PER_SIDE ** 2,
  )
  return { cells, spread: cells.reduce((sum, it, i) => sum + Math.abs(it - means[i % 3]!), 0) / cells.length }
}

/**
 * Returns the images without copies of earlier images. In sources split by model, images with similar features count as copies.
 * For packs, drops every model that shares an image with another pack. Otherwise a model could be both in the training set and in
 * the test set.
 */
export function withoutNearDuplicates<T extends ComparedPicture>(all: readonly T[]): T[] {
  const distinct: T[] = []
  for (const picture of all) {
    const isSplitByModel = picture.family === picture.model
    if (
      !distinct.some(
        (it) => (isSplitByModel && isSimilar(it, picture)) || (!isSplitByModel && isSame(it.print, picture.print)),
      )
    )
      distinct.push(picture)
  }
  const copied = new Set(all.filter((picture) => isFromOtherPack(picture, distinct)).map(({ model }) => model))
  return distinct.filter(({ family, model }) => family === model || !copied.has(model))
}

function isFromOtherPack({ family, model, print }: ComparedPicture, distinct: readonly ComparedPicture[]): boolean {
  if (family === model || print.spread < PLAIN) return false
  const first = distinct.find((it) => isSame(it.print, print))
  return first !== undefined && first.family !== family
}

function isSame(a: PictureFingerprint, b: PictureFingerprint): boolean {
  const maxDifference = Math.min(SAME, Math.max(PLAIN, SAME_BY_SPREAD * Math.min(a.spread, b.spread))) * a.cells.length
  let sum = 0
  for (let i = 0; i < a.cells.length && sum <= maxDifference; i++) sum += Math.abs(a.cells[i]! - b.cells[i]!)
  return sum <= maxDifference
}

function isSimilar(a: ComparedPicture, b: ComparedPicture): boolean {
  if (a.slot !== b.slot) return false
  let difference = 0
  for (let i = 0; i < COMPARED; i++) difference += Math.abs(a.features[i]! - b.features[i]!)
  return difference / COMPARED < (a.slot === 'normal' ? NORMAL_APART : APART)
}
