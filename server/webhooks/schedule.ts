/** Waits before each further try in milliseconds: eight tries within a day. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const WAITS: readonly number[] = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 18 * HOUR]

/**
 * When an event is sent again after so many tries in vain; undefined where it is given up. `random` (0 to 1) spreads it by a
 * tenth, so that all do not come back at once.
 */
export function nextTry(at: Date, tries: number, random: number): Date | undefined {
  const wait = WAITS[tries - 1]
  return wait === undefined ? undefined : new Date(at.getTime() + wait * (0.9 + 0.2 * random))
}

/** How long a webhook that nothing answers at is left alone, in milliseconds. */
const LEAST_PAUSE = 5 * SECOND
const MOST_PAUSE = 10 * MINUTE

/** After so long without any answer it is switched off, in milliseconds: 3 days. */
const GIVEN_UP = 72 * HOUR

/** Until when a webhook is left alone that nothing has answered at since `since`; undefined where it is given up. */
export function pauseUntil(at: Date, since: Date): Date | undefined {
  const gone = at.getTime() - since.getTime()
  if (gone >= GIVEN_UP) return undefined
  return new Date(at.getTime() + Math.min(MOST_PAUSE, Math.max(LEAST_PAUSE, gone / 4)))
}
