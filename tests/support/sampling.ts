import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { printOnce } from './print-once.ts'

const isSoak = Boolean(process.env.SOAK)

/** Seed of this run's samples: the current commit. Set `DRAW=…` to repeat the samples of another commit. */
export const SAMPLE_SEED = process.env.DRAW ?? headOfRepository()

function headOfRepository(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** Returns an integer from 0 to `limit` - 1, derived from the seed and `name`. */
export const seededNumber = (name: string, limit: number): number =>
  createHash('sha256').update(`${SAMPLE_SEED}${name}`).digest().readUInt32BE() % limit

/** Whether this run tries the item, which one commit in `outOf` does; soak runs try all. */
export const isOneInSampled = (name: string, outOf: number): boolean => isSoak || seededNumber(name, outOf) === 0

/** Sampling rate: one ordinary run in this number makes the sampled checks. */
const SAMPLE_ONE_IN = Number(process.env.SAMPLE ?? 5)

/** Whether this run makes the sampled check of that name: by default one ordinary run in five, and every soak run. */
export const isSampled = (name: string): boolean => isOneInSampled(name, SAMPLE_ONE_IN)

/**
 * Returns `count` items of `all` in their order, chosen by the seed; all of them in a soak run. Prints the draw so that a failure
 * can be repeated.
 */
export function sampleNames<T extends string>(name: string, all: readonly T[], count: number): readonly T[] {
  const sample = sampleNamesSilently(name, all, count)
  if (sample.length < all.length)
    printOnce(`${name}: ${sample.join(', ')}, ${count} of ${all.length} (DRAW=${SAMPLE_SEED} draws them again)`)
  return sample
}

/** Draws like {@link sampleNames} without printing. */
export function sampleNamesSilently<T extends string>(group: string, all: readonly T[], count: number): readonly T[] {
  if (isSoak || count >= all.length) return all
  const sampled = new Set(all.toSorted((a, b) => seededRank(group, a) - seededRank(group, b)).slice(0, count))
  return all.filter((name) => sampled.has(name))
}

const seededRank = (group: string, member: string) => seededNumber(`${group} ${member}`, 2 ** 32)
