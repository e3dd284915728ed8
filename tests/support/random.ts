/** Chance that is the same for the same seed. */
export interface Random {
  /** A whole number from 0 to one less than `most`. */
  below(most: number): number
  /** One of a list. */
  of<T>(list: readonly T[]): T
}

/** Makes the chance of a seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = (seed + 0x6d2b79f5) | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return { below, of: (list) => list[below(list.length)]! }
}
