import type { MaskedValue } from './mask.ts'
import type { Step } from './recording.ts'

/** Returns the approximate size of a step, in characters. */
export const estimateStepSize = ({ changes, whole, event }: Step): number =>
  200 +
  valueLength(whole ?? null, 4000) +
  valueLength(event, 1000) +
  changes.reduce((sum, patch) => sum + valueLength(patch.to ?? null, 4000), 0)

function valueLength(value: MaskedValue, maxLength: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  let sum = 2
  for (const [key, item] of Object.entries(value)) {
    sum += key.length + valueLength(item, maxLength - sum)
    if (sum > maxLength) return sum
  }
  return sum
}
