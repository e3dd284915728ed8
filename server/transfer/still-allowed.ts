import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from '../db/faults.ts'
import { Refusal } from '../errors.ts'
import { retryWait } from '../retry-wait.ts'

/** So many bytes are handed out before it is asked again whether that is allowed. */
const CHECK_BYTES = 8 * 1024 * 1024

/** However slowly they are read, it is asked again after so long, in milliseconds. */
const CHECK_MS = 10_000

/** A database that is away is waited for so long, in milliseconds: longer than a restart, shorter than readers have patience. */
const AWAY_MS = 30_000

/** When to ask again: after so many bytes, or so many milliseconds by a clock; and how to wait for so many milliseconds. `signal` ends it at once. */
export interface Checks {
  bytes?: number
  ms?: number
  clock?: () => number
  wait?: (ms: number) => Promise<unknown>
  signal?: AbortSignal
}

/**
 * The same pieces, as long as it is allowed to have them: asked again on the way, for what is read for hours was allowed once.
 * Rejects as `check` does, and then nothing more comes; with `UNAVAILABLE` where the database cannot be asked for half a minute;
 * and as the signal says, whatever is waited for.
 */
export async function* whileAllowed(
  pieces: AsyncIterable<Uint8Array>,
  check: () => Promise<void>,
  { bytes: most = CHECK_BYTES, ms = CHECK_MS, clock = () => performance.now(), wait = rest, signal }: Checks = {},
): AsyncIterable<Uint8Array> {
  let [bytes, at] = [0, clock()]
  for await (const piece of pieces) {
    if (bytes >= most || clock() - at >= ms) {
      await unlessEnded(onceThere(check, clock, wait, signal), signal)
      bytes = 0
      at = clock()
    }
    bytes += piece.length
    yield piece
  }
}

/** A process that ends does not wait for it. */
const rest = (ms: number) => pause(ms, undefined, { ref: false })

/** What is waited for goes on by itself where the signal is first, and what comes of it is nobody's. */
function unlessEnded(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

/** Asks until the database answers, ever more seldom. */
async function onceThere(
  check: () => Promise<void>,
  clock: () => number,
  wait: (ms: number) => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const since = clock()
  for (let failures = 0; ; failures++)
    try {
      return await check()
    } catch (fault) {
      if (!isDatabaseAway(fault)) throw fault
      if (clock() - since >= AWAY_MS) {
        const refusal = new Refusal(
          'UNAVAILABLE',
          'The database could not be asked whether this may go on.',
          undefined,
          1,
        )
        refusal.cause = fault
        throw refusal
      }
      await wait(retryWait(failures))
      if (signal?.aborted) return
    }
}
