/** A job is tried so often; then it has failed. */
export const MOST_ATTEMPTS = 5

/** A job that took down so many processes has failed, whatever attempts are left. */
export const MOST_KILLS = 3

/** The wait after the first attempt in milliseconds; it grows fourfold with each. */
const FIRST_WAIT_MS = 1_000

/**
 * How long after a failed attempt (1: the first) the next begins, in milliseconds; undefined where there is none. `random`
 * in 0..1 spreads jobs apart that failed together: 0.5 to 1.5 times 1, 4, 16 and 64 s.
 */
export function waitAfter(attempt: number, kills: number, random: number): number | undefined {
  if (attempt >= MOST_ATTEMPTS || kills >= MOST_KILLS) return undefined
  return FIRST_WAIT_MS * 4 ** (attempt - 1) * (0.5 + random)
}
