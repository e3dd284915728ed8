import type { TextureSlot } from '../../src/api/contract/textures.ts'

/** A fitted multinomial logistic regression: what is measured, how it is brought to one scale, and a row for each slot. */
export interface Weights {
  features: readonly string[]
  mean: readonly number[]
  spread: readonly number[]
  /** For each slot a factor for every feature, and last what is added. */
  slots: Readonly<Record<TextureSlot, readonly number[]>>
}

/** The chance of each slot, adding up to 1. */
export type Chances = Record<TextureSlot, number>

/** What a texture with these features is likely used for. */
export function chancesOf(features: readonly number[], { mean, spread, slots }: Weights): Chances {
  const scaled = features.map((value, i) => Math.min(8, Math.max(-8, (value - mean[i]!) / spread[i]!)))
  const names = Object.keys(slots) as TextureSlot[]
  const scores = names.map((name) => {
    const row = slots[name]
    return scaled.reduce((sum, value, i) => sum + value * row[i]!, row.at(-1)!)
  })
  const highest = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - highest))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return Object.fromEntries(names.map((name, i) => [name, shares[i]! / total])) as Chances
}

/** With less than this chance the form asks instead of filling in. */
export const SURE = 0.6

/** The likeliest slot; null where none is likely enough. */
export function slotOf(chances: Chances): TextureSlot | null {
  const [name, chance] = (Object.entries(chances) as [TextureSlot, number][]).reduce((best, it) =>
    it[1] > best[1] ? it : best,
  )
  return chance >= SURE ? name : null
}
