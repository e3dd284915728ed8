/** First wait before a retry in milliseconds, doubled at each attempt up to the fifth (Spec §9). */
const BACKOFF_BASE = 300
const BACKOFF_LAST = 5

/** Milliseconds to wait before attempt number `attempt` (from 1); `chance` in 0..1 spreads callers apart. */
export const backoff = (attempt: number, chance = Math.random()): number =>
  Math.round((chance + 0.4) * BACKOFF_BASE * 2 ** Math.min(attempt, BACKOFF_LAST))
