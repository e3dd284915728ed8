import type { TextureSlot } from '../../src/api/contract/textures.ts'

/** Fitted multinomial logistic regression: names of the features, their normalisation, and coefficients per texture slot. */
export interface ClassifierWeights {
  features: readonly string[]
  mean: readonly number[]
  spread: readonly number[]
  /** Per slot: a coefficient for each feature, then the bias. */
  slots: Readonly<Record<TextureSlot, readonly number[]>>
}

/** Probability of each texture slot. The probabilities add up to 1. */
export type SlotChances = Record<TextureSlot, number>

export function predictChances(features: readonly number[], { mean, spread, slots }: ClassifierWeights): SlotChances {
  const scaled = features.map((value, i) => Math.min(8, Math.max(-8, (value - mean[i]!) / spread[i]!)))
  const names = Object.keys(slots) as TextureSlot[]
  const scores = names.map((name) => {
    const row = slots[name]
    return scaled.reduce((sum, value, i) => sum + value * row[i]!, row.at(-1)!)
  })
  const highest = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - highest))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return Object.fromEntries(names.map((name, i) => [name, shares[i]! / total])) as SlotChances
}

/** Minimum probability for filling in the slot automatically. */
export const MIN_SLOT_CHANCE = 0.6

export function findLikeliestSlot(chances: SlotChances): TextureSlot | null {
  const [name, chance] = (Object.entries(chances) as [TextureSlot, number][]).reduce((best, it) =>
    it[1] > best[1] ? it : best,
  )
  return chance >= MIN_SLOT_CHANCE ? name : null
}
