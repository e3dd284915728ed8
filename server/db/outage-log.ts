import type { Logger } from 'pino'
import { formatErrorReason } from '../errors/database-errors.ts'

/** Time without errors after which an outage counts as over, in milliseconds. */
const OUTAGE_QUIET_MS = 1_000

/** Logs the start and the end of an outage once each, however many requests fail. */
export interface OutageLog {
  reportFailure(error: unknown): void
  reportSuccess(): void
}

/**
 * Creates the outage log of one dependency; `clock` returns milliseconds. An outage before the first success is logged only if
 * `isRequired` is false, because a required dependency causes a startup error.
 */
export function createOutageLog(
  log: Pick<Logger, 'warn' | 'info'>,
  clock = () => performance.now(),
  { service = 'the database', isRequired = true } = {},
): OutageLog {
  let since: number | undefined
  let last = 0
  let wasReachable = !isRequired
  return {
    reportFailure(error) {
      last = clock()
      // If the dependency was never reachable, the startup error reports it.
      if (since !== undefined || !wasReachable) return
      since = last
      log.warn({ reason: formatErrorReason(error) }, `${service} is unreachable`)
    },
    reportSuccess() {
      wasReachable = true
      if (since === undefined || clock() - last < OUTAGE_QUIET_MS) return
      log.info({ awayMs: Math.round(last - since) }, `${service} is reachable again`)
      since = undefined
    },
  }
}
