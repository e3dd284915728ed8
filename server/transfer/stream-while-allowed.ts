import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../errors/database-errors.ts'
import { HttpError } from '../errors/http-error.ts'
import { backoffMs } from '../util/backoff.ts'

const RECHECK_BYTES = 8 * 1024 * 1024

/** Maximum time between two permission checks. */
const RECHECK_MS = 10_000

/** Time to wait for an unreachable database: longer than a restart. */
const MAX_OUTAGE_MS = 30_000

/**
 * Intervals of the permission checks, in bytes and in milliseconds of `clock`, and the function used to wait. `signal` aborts a
 * pending check, so that a cancelled stream ends immediately.
 */
export interface RecheckOptions {
  bytes?: number
  ms?: number
  clock?: () => number
  wait?: (ms: number) => Promise<unknown>
  signal?: AbortSignal
}

/**
 * Yields the given chunks while the caller is allowed to read them. The permission is checked repeatedly, because a download may
 * last for hours. Rejects if `check` rejects, or with the signal's reason if the signal aborts a check. Rejects with
 * `UNAVAILABLE` if the database is unreachable for half a minute.
 */
export async function* streamWhileAllowed(
  pieces: AsyncIterable<Uint8Array>,
  check: () => Promise<void>,
  {
    bytes: most = RECHECK_BYTES,
    ms = RECHECK_MS,
    clock = () => performance.now(),
    wait = pauseUnref,
    signal,
  }: RecheckOptions = {},
): AsyncIterable<Uint8Array> {
  let [bytes, at] = [0, clock()]
  for await (const piece of pieces) {
    if (bytes >= most || clock() - at >= ms) {
      await raceWithAbort(retryUntilAvailable(check, clock, wait, signal), signal)
      bytes = 0
      at = clock()
    }
    bytes += piece.length
    yield piece
  }
}

const pauseUnref = (ms: number) => pause(ms, undefined, { ref: false })

/** Rejects as soon as the signal aborts. The work then continues in the background, and its outcome is ignored. */
function raceWithAbort(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

async function retryUntilAvailable(
  check: () => Promise<void>,
  clock: () => number,
  wait: (ms: number) => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const since = clock()
  for (let failures = 0; ; failures++)
    try {
      return await check()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (clock() - since >= MAX_OUTAGE_MS) {
        const unavailableError = new HttpError(
          'UNAVAILABLE',
          'The database could not be queried for permission to continue.',
          undefined,
          1,
        )
        unavailableError.cause = error
        throw unavailableError
      }
      await wait(backoffMs(failures))
      if (signal?.aborted) return
    }
}
