/** How many rows a page can hold. */
const SIZES = [10, 25, 50, 100]

/** The page sizes on offer; a list's own stands among them. */
export const sizesWith = (own: number): number[] =>
  SIZES.includes(own) ? SIZES : [...SIZES, own].sort((one, other) => one - other)

/** The smallest size of a page that holds so many rows; the largest where none does. */
export const holding = (rows: number): number => SIZES.find((size) => size >= rows) ?? SIZES.at(-1)!
