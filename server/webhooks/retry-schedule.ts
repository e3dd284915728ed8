const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Delays before each retry, in milliseconds: eight attempts within a day. */
export const RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  18 * HOUR_MS,
]

/**
 * Returns the time of the next attempt after `tries` failed attempts, or undefined after the last one. `random` (0 to 1) varies
 * the delay by up to 10 % in either direction, so that retries do not coincide.
 */
export function computeNextTryTime(at: Date, tries: number, random: number): Date | undefined {
  const wait = RETRY_WAITS_MS[tries - 1]
  return wait === undefined ? undefined : new Date(at.getTime() + wait * (0.9 + 0.2 * random))
}

/** Shortest and longest pause of an unreachable webhook. */
const MIN_PAUSE_MS = 5 * SECOND_MS
const MAX_PAUSE_MS = 10 * MINUTE_MS

/** Time without any response after which a webhook is disabled. */
const GIVE_UP_MS = 72 * HOUR_MS

/** Returns the end of the pause for a webhook unreachable since `since`. Returns undefined once the webhook must be disabled. */
export function computePauseEnd(at: Date, since: Date): Date | undefined {
  const elapsedMs = at.getTime() - since.getTime()
  if (elapsedMs >= GIVE_UP_MS) return undefined
  return new Date(at.getTime() + Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, elapsedMs / 4)))
}
