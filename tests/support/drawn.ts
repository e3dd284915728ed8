import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

const isSoak = Boolean(process.env.SOAK)

/** What decides on the samples of this run: each commit draws others. `DRAW=…` draws once more what another commit drew. */
export const DRAW = process.env.DRAW ?? headOfRepository()

function headOfRepository(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** A whole number from 0 on and below `limit`, by the commit and by what it is for. */
export const drawnNumber = (what: string, limit: number): number =>
  createHash('sha256').update(`${DRAW}${what}`).digest().readUInt32BE() % limit

/** Whether this run is one of the one in `outOf` that tries it, by the commit; every soak does. */
export const isDrawn = (what: string, outOf: number): boolean => isSoak || drawnNumber(what, outOf) === 0

/** One ordinary run in so many makes what is sampled. */
const SAMPLE = 5

/** Whether this run makes what is sampled by that name: one ordinary run in five, by the commit, and every soak. */
export const isSampled = (what: string): boolean => isDrawn(what, SAMPLE)

/** So many of them, by the commit, in their order; all of them in a soak. Says which, so that a failure can be repeated. */
export function drawn<T extends string>(what: string, all: readonly T[], count: number): readonly T[] {
  if (isSoak || count >= all.length) return all
  const chosen = new Set(all.toSorted((one, other) => lot(what, one) - lot(what, other)).slice(0, count))
  const some = all.filter((it) => chosen.has(it))
  console.log(`${what}: ${some.join(', ')}, ${count} of ${all.length} (DRAW=${DRAW} draws them again)`)
  return some
}

const lot = (what: string, it: string) => drawnNumber(`${what} ${it}`, 2 ** 32)
