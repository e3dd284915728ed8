/** First and longest delay, in milliseconds. A restarting database is usually available after a few delays. */
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 4_000

export const backoffMs = (failures: number): number => Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS)
