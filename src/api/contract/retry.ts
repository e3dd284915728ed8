/** The most to wait before a first retry in milliseconds, and how often that is doubled (Spec §9). */
const BASE_MS = 300
const MOST_DOUBLINGS = 5

/** Milliseconds to wait before retry number `attempt` (from 1); `chance` in 0..1 spreads callers over all of it. */
export const backoff = (attempt: number, chance = Math.random()): number =>
  Math.round(chance * BASE_MS * 2 ** Math.min(attempt - 1, MOST_DOUBLINGS))
