import type { Masked } from './mask.ts'
import type { Step } from './recording.ts'

/** About how many letters a step takes. */
export const sizeOf = ({ changes, whole, event }: Step): number =>
  200 +
  lettersOf(whole ?? null, 4000) +
  lettersOf(event, 1000) +
  changes.reduce((sum, it) => sum + lettersOf(it.to ?? null, 4000), 0)

function lettersOf(value: Masked, most: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  let sum = 2
  for (const [key, item] of Object.entries(value)) {
    sum += key.length + lettersOf(item, most - sum)
    if (sum > most) return sum
  }
  return sum
}
