/**
 * Minimum coverage of each folder's lines and branches in a whole run of the unit tests, in percent. Code that runs only in
 * browsers or in other processes does not count, so some folders have a low minimum.
 */
export const COVERAGE_THRESHOLDS: Readonly<Record<string, { lines: number; branches: number }>> = {}
