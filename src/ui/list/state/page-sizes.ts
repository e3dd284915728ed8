/** Standard page sizes, in rows. */
const SIZES = [10, 25, 50, 100]

/** Returns the offered page sizes, including the list's own. */
export const listPageSizes = (current: number): number[] =>
  SIZES.includes(current) ? SIZES : [...SIZES, current].sort((one, other) => one - other)

/** Returns the smallest page size that fits this number of rows, or the largest size. */
export const smallestPageSizeFor = (rows: number): number => SIZES.find((size) => size >= rows) ?? SIZES.at(-1)!
