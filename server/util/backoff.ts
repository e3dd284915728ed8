/** First and longest delay, in milliseconds. A restarting database is back within a few delays. */
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 4_000

/** Returns the delay before the next retry, in milliseconds. It doubles with each of the `failures` so far. */
export const backoffMs = (failures: number): number => Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS)
