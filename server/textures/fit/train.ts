import { TEXTURE_SLOTS, type TextureSlot } from '../../../src/api/contract/textures.ts'
import { type ClassifierWeights, predictChances } from '../classifier.ts'
import { FEATURE_NAMES } from '../features.ts'

export interface TrainingExample {
  features: readonly number[]
  slot: TextureSlot
  weight: number
}

const STEPS = 800
const LEARNING_RATE = 0.5
const MOMENTUM = 0.9
const WEIGHT_DECAY = 3e-4

/** Fits a multinomial logistic regression by gradient descent with L2 regularisation. The result is deterministic. */
export function fitWeights(examples: readonly TrainingExample[]): ClassifierWeights {
  const count = FEATURE_NAMES.length
  const mean = FEATURE_NAMES.map((_, i) => average(examples.map(({ features }) => features[i]!)))
  const spread = FEATURE_NAMES.map((_, i) =>
    Math.max(Math.sqrt(average(examples.map(({ features }) => (features[i]! - mean[i]!) ** 2))), 1e-3),
  )
  const rows = examples.map(({ features }) =>
    Float64Array.from(features, (value, i) => (value - mean[i]!) / spread[i]!),
  )
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const factors = TEXTURE_SLOTS.map(() => new Float64Array(count + 1))
  const velocity = TEXTURE_SLOTS.map(() => new Float64Array(count + 1))
  for (let step = 0; step < STEPS; step++) {
    const gradient = computeGradient(rows, examples, factors, total)
    for (const [k, row] of factors.entries())
      for (let i = 0; i <= count; i++) {
        velocity[k]![i] =
          MOMENTUM * velocity[k]![i]! - LEARNING_RATE * (gradient[k]![i]! + (i < count ? WEIGHT_DECAY * row[i]! : 0))
        row[i] = row[i]! + velocity[k]![i]!
      }
  }
  const slots = Object.fromEntries(TEXTURE_SLOTS.map((slot, k) => [slot, [...factors[k]!].map(round)])) as Record<
    TextureSlot,
    number[]
  >
  return { features: FEATURE_NAMES, mean: mean.map(round), spread: spread.map(round), slots }
}

function computeGradient(
  rows: readonly Float64Array[],
  examples: readonly TrainingExample[],
  factors: readonly Float64Array[],
  total: number,
): Float64Array[] {
  const gradient = factors.map((row) => new Float64Array(row.length))
  for (const [n, row] of rows.entries()) {
    const { slot, weight } = examples[n]!
    const shares = softmax(factors.map((factor) => computeScore(row, factor)))
    for (const [k, share] of shares.entries()) {
      const miss = ((share - (TEXTURE_SLOTS[k] === slot ? 1 : 0)) * weight) / total
      const sums = gradient[k]!
      for (let i = 0; i < row.length; i++) sums[i] = sums[i]! + miss * row[i]!
      sums[row.length] = sums[row.length]! + miss
    }
  }
  return gradient
}

function computeScore(row: Float64Array, factor: Float64Array): number {
  let sum = factor[row.length]!
  for (let i = 0; i < row.length; i++) sum += row[i]! * factor[i]!
  return sum
}

function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - highest))
  const sum = shares.reduce((all, share) => all + share, 0)
  return shares.map((share) => share / sum)
}

/** Confusion matrix by actual and predicted slot, and the numbers of correct and of confident predictions. */
export interface Evaluation {
  table: Record<TextureSlot, Record<TextureSlot, number>>
  right: number
  count: number
  /** Confident predictions: their probability reaches the minimum for filling in the slot. */
  sureRight: number
  sure: number
}

export function evaluateWeights(
  weights: ClassifierWeights,
  examples: readonly TrainingExample[],
  sureFrom: number,
): Evaluation {
  const none = () => Object.fromEntries(TEXTURE_SLOTS.map((slot) => [slot, 0])) as Record<TextureSlot, number>
  const table = Object.fromEntries(TEXTURE_SLOTS.map((slot) => [slot, none()])) as Evaluation['table']
  const evaluation: Evaluation = { table, right: 0, count: 0, sureRight: 0, sure: 0 }
  for (const { features, slot } of examples) {
    const chances = predictChances(features, weights)
    const guess = TEXTURE_SLOTS.reduce((best, it) => (chances[it] > chances[best] ? it : best))
    table[slot][guess]++
    evaluation.count++
    if (guess === slot) evaluation.right++
    if (chances[guess] >= sureFrom) evaluation.sure++
    if (chances[guess] >= sureFrom && guess === slot) evaluation.sureRight++
  }
  return evaluation
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const round = (value: number) => Math.round(value * 1e5) / 1e5
