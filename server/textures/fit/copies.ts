import type { TextureSlot } from '../../../src/api/contract/textures.ts'
import { FEATURES } from '../features.ts'
import { FINE } from './variations.ts'

/** A picture by its mean colours in CELLS × CELLS cells, 0..1, and how far these are from their mean, on average. */
export interface Print {
  cells: Float32Array
  spread: number
}

interface Found {
  family: string
  model: string
  slot: TextureSlot
  features: readonly number[]
  print: Print
}

const CELLS = 16

/** So far apart are the cells of two pictures of one thing at most, which were scaled or packed anew: plainly, and by their spread. */
const [SAME, SAME_BY_SPREAD] = [0.02, 0.25]

/** By less, pictures are of one colour. */
const PLAIN = 0.004

/** The numbers up to this one are compared. */
const COMPARED = FEATURES.indexOf('green apart from the others') + 1

/** By so much the measured numbers of two pictures of a slot differ at least, on average; normal maps are all alike. */
const [APART, NORMAL_APART] = [0.025, 0.01]

/** The print of FINE × FINE points, 4 bytes each. */
export function printOf(fine: Uint8Array): Print {
  const size = FINE / CELLS
  const cells = new Float32Array(CELLS * CELLS * 3)
  for (let i = 0; i < FINE * FINE; i++) {
    const cell = Math.floor(Math.floor(i / FINE) / size) * CELLS + Math.floor((i % FINE) / size)
    for (let k = 0; k < 3; k++) cells[cell * 3 + k] = cells[cell * 3 + k]! + fine[i * 4 + k]! / 255 / size ** 2
  }
  const means = [0, 1, 2].map((k) => cells.reduce((sum, it, i) => sum + (i % 3 === k ? it : 0), 0) / CELLS ** 2)
  return { cells, spread: cells.reduce((sum, it, i) => sum + Math.abs(it - means[i % 3]!), 0) / cells.length }
}

/**
 * The pictures less those that came before. Of sources that are dealt by model, all that measure like an earlier one of their
 * slot: whole sets of models share one look. Of packs, those that show the same, and all of a model of which another pack has a
 * picture: no model stands on both sides of a split.
 */
export function withoutCopies<T extends Found>(all: readonly T[]): T[] {
  const kept: T[] = []
  for (const picture of all) {
    const isAlone = picture.family === picture.model
    if (!kept.some((it) => (isAlone && isLike(it, picture)) || (!isAlone && isSame(it.print, picture.print))))
      kept.push(picture)
  }
  const copied = new Set(all.filter((picture) => isOfAnother(picture, kept)).map(({ model }) => model))
  return kept.filter(({ family, model }) => family === model || !copied.has(model))
}

function isOfAnother({ family, model, print }: Found, kept: readonly Found[]): boolean {
  if (family === model || print.spread < PLAIN) return false
  const first = kept.find((it) => isSame(it.print, print))
  return first !== undefined && first.family !== family
}

function isSame(a: Print, b: Print): boolean {
  const most = Math.min(SAME, Math.max(PLAIN, SAME_BY_SPREAD * Math.min(a.spread, b.spread))) * a.cells.length
  let sum = 0
  for (let i = 0; i < a.cells.length && sum <= most; i++) sum += Math.abs(a.cells[i]! - b.cells[i]!)
  return sum <= most
}

function isLike(a: Found, b: Found): boolean {
  if (a.slot !== b.slot) return false
  let difference = 0
  for (let i = 0; i < COMPARED; i++) difference += Math.abs(a.features[i]! - b.features[i]!)
  return difference / COMPARED < (a.slot === 'normal' ? NORMAL_APART : APART)
}
