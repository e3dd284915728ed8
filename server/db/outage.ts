import type { Logger } from 'pino'
import { reasonOf } from './faults.ts'

/** So long nothing must have failed before an outage counts as over, in milliseconds. */
const QUIET_MS = 1_000

/** Tells the log of an outage once as it begins and once as it ends, however many calls it meets. */
export interface Outage {
  /** Something could not be had. */
  begins(fault: unknown): void
  /** Something could be had. */
  ends(): void
}

/** Makes the teller of a process; `clock` gives milliseconds. */
export function createOutage(log: Pick<Logger, 'warn' | 'info'>, clock = () => performance.now()): Outage {
  let since: number | undefined
  let last = 0
  let wasHad = false
  return {
    begins(fault) {
      last = clock()
      // What was never had is told by whoever starts.
      if (since !== undefined || !wasHad) return
      since = last
      log.warn({ reason: reasonOf(fault) }, 'the database is away')
    },
    ends() {
      wasHad = true
      if (since === undefined || clock() - last < QUIET_MS) return
      log.info({ awayMs: Math.round(last - since) }, 'the database is back')
      since = undefined
    },
  }
}
