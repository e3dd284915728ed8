/** Maximum delay before the first retry in milliseconds, and the maximum number of doublings (Spec §9). */
const BASE_MS = 300
const MAX_DOUBLINGS = 5

/**
 * Returns the delay before retry number `attempt` (from 1), in milliseconds. `chance` (0..1) is the random factor for full
 * jitter.
 */
export const jitteredBackoffMs = (attempt: number, chance = Math.random()): number =>
  Math.round(chance * BASE_MS * 2 ** Math.min(attempt - 1, MAX_DOUBLINGS))
