/** Random numbers that are reproducible by seed. */
export interface SeededRandom {
  /** Returns an integer from 0 to `limit` - 1. */
  integerBelow(limit: number): number
  pick<T>(list: readonly T[]): T
}

/** Creates a generator from a seed (mulberry32). */
export function createRandom(seed: number): SeededRandom {
  let state = (seed + 0x6d2b79f5) | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { integerBelow: below, pick: (list) => list[below(list.length)]! }
}
