import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { printOnce } from './print-once.ts'

const isSoak = Boolean(process.env.SOAK)

/**
 * Number of commits, which selects the samples of this run: consecutive commits take consecutive samples, until each sample has
 * run. Set `DRAW` to repeat the samples of another number.
 */
export const RUN_NUMBER = Number(process.env.DRAW ?? countCommits())

function countCommits(): string {
  try {
    return execFileSync('git', ['rev-list', '--count', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return '0'
  }
}

/** Returns an integer from 0 to `limit` - 1. The integer grows by one per commit. Each name starts at a different number. */
export const rotatingNumber = (name: string, limit: number): number => (hashName(name) + RUN_NUMBER) % limit

export const hashName = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE()

/** Number of consecutive commits whose runs together include all sampled checks. A run with `SAMPLE=1` or `SOAK` includes all. */
export const SAMPLE_ONE_IN = isSoak ? 1 : Number(process.env.SAMPLE ?? 5)

/** Returns whether this run includes the sampled check `name`. */
export const isSampled = (name: string): boolean => rotatingNumber(name, SAMPLE_ONE_IN) === 0

/** Returns the members of `all` that this run includes, in the order of `all`. Prints the number of these members. */
export function sampleNames<T extends string>(name: string, all: readonly T[]): readonly T[] {
  const sample = sampleNamesSilently(name, all)
  if (sample.length < all.length) printOnce(`${name}: ${sample.length} of ${all.length}`)
  return sample
}

/** Samples like {@link sampleNames} without printing. */
export function sampleNamesSilently<T extends string>(group: string, all: readonly T[]): readonly T[] {
  const count = Math.ceil(all.length / SAMPLE_ONE_IN)
  if (count >= all.length) return all
  const rank = (member: string) => hashName(`${group} ${member}`)
  const shuffled = all.toSorted((a, b) => rank(a) - rank(b))
  const start = RUN_NUMBER * count
  const sampled = new Set(Array.from({ length: count }, (_, index) => shuffled[(start + index) % all.length]))
  return all.filter((name) => sampled.has(name))
}
