import { TEXTURE_SLOTS, type TextureSlot } from '../../../src/api/contract/textures.ts'
import { chancesOf, type Weights } from '../classifier.ts'
import { FEATURES } from '../features.ts'

/** What is learnt from: features, the slot they stand for, and how much they count. */
export interface Example {
  features: readonly number[]
  slot: TextureSlot
  weight: number
}

const STEPS = 800
const RATE = 0.5
const HOLD = 0.9
const DECAY = 3e-4

/** Fits a multinomial logistic regression by gradient descent; large factors are held back. The same examples give the same weights. */
export function fitWeights(examples: readonly Example[]): Weights {
  const count = FEATURES.length
  const mean = FEATURES.map((_, i) => average(examples.map(({ features }) => features[i]!)))
  const spread = FEATURES.map((_, i) =>
    Math.max(Math.sqrt(average(examples.map(({ features }) => (features[i]! - mean[i]!) ** 2))), 1e-3),
  )
  const rows = examples.map(({ features }) =>
    Float64Array.from(features, (value, i) => (value - mean[i]!) / spread[i]!),
  )
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const factors = TEXTURE_SLOTS.map(() => new Float64Array(count + 1))
  const speed = TEXTURE_SLOTS.map(() => new Float64Array(count + 1))
  for (let step = 0; step < STEPS; step++) {
    const slope = slopeOf(rows, examples, factors, total)
    for (const [k, row] of factors.entries())
      for (let i = 0; i <= count; i++) {
        speed[k]![i] = HOLD * speed[k]![i]! - RATE * (slope[k]![i]! + (i < count ? DECAY * row[i]! : 0))
        row[i] = row[i]! + speed[k]![i]!
      }
  }
  const slots = Object.fromEntries(TEXTURE_SLOTS.map((slot, k) => [slot, [...factors[k]!].map(rounded)])) as Record<
    TextureSlot,
    number[]
  >
  return { features: FEATURES, mean: mean.map(rounded), spread: spread.map(rounded), slots }
}

function slopeOf(
  rows: readonly Float64Array[],
  examples: readonly Example[],
  factors: readonly Float64Array[],
  total: number,
): Float64Array[] {
  const slope = factors.map((row) => new Float64Array(row.length))
  for (const [n, row] of rows.entries()) {
    const { slot, weight } = examples[n]!
    const shares = sharesOf(factors.map((factor) => scoreOf(row, factor)))
    for (const [k, share] of shares.entries()) {
      const miss = ((share - (TEXTURE_SLOTS[k] === slot ? 1 : 0)) * weight) / total
      const sums = slope[k]!
      for (let i = 0; i < row.length; i++) sums[i] = sums[i]! + miss * row[i]!
      sums[row.length] = sums[row.length]! + miss
    }
  }
  return slope
}

function scoreOf(row: Float64Array, factor: Float64Array): number {
  let sum = factor[row.length]!
  for (let i = 0; i < row.length; i++) sum += row[i]! * factor[i]!
  return sum
}

function sharesOf(scores: readonly number[]): number[] {
  const highest = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - highest))
  const sum = shares.reduce((all, share) => all + share, 0)
  return shares.map((share) => share / sum)
}

/** How many of the examples of each slot are taken for it, and for which others; and of how many the form would ask. */
export interface Judged {
  table: Record<TextureSlot, Record<TextureSlot, number>>
  right: number
  count: number
  /** Of those whose likeliest slot has at least the chance that is filled in. */
  sureRight: number
  sure: number
}

/** Judges weights by examples that they were not fitted from. */
export function judge(weights: Weights, examples: readonly Example[], sureFrom: number): Judged {
  const none = () => Object.fromEntries(TEXTURE_SLOTS.map((slot) => [slot, 0])) as Record<TextureSlot, number>
  const table = Object.fromEntries(TEXTURE_SLOTS.map((slot) => [slot, none()])) as Judged['table']
  const judged: Judged = { table, right: 0, count: 0, sureRight: 0, sure: 0 }
  for (const { features, slot } of examples) {
    const chances = chancesOf(features, weights)
    const guess = TEXTURE_SLOTS.reduce((best, it) => (chances[it] > chances[best] ? it : best))
    table[slot][guess]++
    judged.count++
    if (guess === slot) judged.right++
    if (chances[guess] >= sureFrom) judged.sure++
    if (chances[guess] >= sureFrom && guess === slot) judged.sureRight++
  }
  return judged
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const rounded = (value: number) => Math.round(value * 1e5) / 1e5
