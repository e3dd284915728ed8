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

/** Returns an integer from 0 to `limit` - 1. The integer grows by one per commit. Each name starts at another number. */
export const rotatingNumber = (name: string, limit: number): number => (hashName(name) + RUN_NUMBER) % limit

const hashName = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE()

/** Whether this run includes the item `name`: one commit in `outOf` does, and every soak run. */
export const isSampledOneIn = (name: string, outOf: number): boolean => isSoak || rotatingNumber(name, outOf) === 0

/** Sampling rate: one ordinary run in this number makes the sampled checks. */
const SAMPLE_ONE_IN = Number(process.env.SAMPLE ?? 5)

/** Whether this run makes the sampled check of that name: by default one ordinary run in five, and every soak run. */
export const isSampled = (name: string): boolean => isSampledOneIn(name, SAMPLE_ONE_IN)

/**
 * Returns the next `count` items of `all` in their order, or all of them in a soak run. All items have run after
 * `all.length / count` commits. Prints the sample so that a failure can be repeated.
 */
export function sampleNames<T extends string>(name: string, all: readonly T[], count: number): readonly T[] {
  const sample = sampleNamesSilently(name, all, count)
  if (sample.length < all.length)
    printOnce(`${name}: ${sample.join(', ')}, ${count} of ${all.length} (DRAW=${RUN_NUMBER} repeats them)`)
  return sample
}

/** Samples like {@link sampleNames} without printing. */
export function sampleNamesSilently<T extends string>(group: string, all: readonly T[], count: number): readonly T[] {
  if (isSoak || count >= all.length) return all
  const rank = (member: string) => hashName(`${group} ${member}`)
  const shuffled = all.toSorted((a, b) => rank(a) - rank(b))
  const start = RUN_NUMBER * count
  const sampled = new Set(Array.from({ length: count }, (_, index) => shuffled[(start + index) % all.length]))
  return all.filter((name) => sampled.has(name))
}
