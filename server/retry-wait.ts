/** The first wait and the longest, in milliseconds: a database that restarts is back within a few. */
const FIRST_MS = 250
const LONGEST_MS = 4_000

/** Milliseconds until what failed once more after so many `failures` in a row is tried again: twice as long each time. */
export const retryWait = (failures: number): number => Math.min(FIRST_MS * 2 ** failures, LONGEST_MS)
