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
