/** Standard page sizes, in rows. */
const SIZES = [10, 25, 50, 100]

/** Returns the page sizes to offer, including the current one. */
export const listPageSizes = (current: number): number[] =>
  SIZES.includes(current) ? SIZES : [...SIZES, current].sort((one, other) => one - other)

/** Returns the smallest standard page size for a number of rows, or the largest if none is enough. */
export const smallestPageSizeFor = (rows: number): number => SIZES.find((size) => size >= rows) ?? SIZES.at(-1)!
