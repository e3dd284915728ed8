import type { Logger } from 'pino'
import { codeOf, DatabaseAway, reasonOf } from './db/faults.ts'
import { asRefusal, Refusal } from './errors.ts'

/** A fault that comes again and again is told so often, in milliseconds. */
const AGAIN_MS = 60_000

/**
 * Makes what tells the log of faults that calls end with: each that is ours to mend, with where it came from; a full disk
 * or a database in trouble in one line a minute. Refusals are no faults, and an outage is told by the database's own log.
 */
export function createFaultLog(log: Logger, clock = () => performance.now()) {
  const told = new Map<string, number>()
  return (thrown: unknown, id: string | undefined): void => {
    if (thrown instanceof Refusal || thrown instanceof DatabaseAway) return
    const { code } = asRefusal(thrown)
    if (code === 'NOT_FOUND') return
    if (code === 'INTERNAL') {
      log.error({ err: thrown, id }, 'fault')
      return
    }
    const kind = `${code} ${codeOf(thrown)}`
    const at = clock()
    if (at - (told.get(kind) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return
    told.set(kind, at)
    log.warn({ code: codeOf(thrown), reason: reasonOf(thrown), id }, code === 'STORAGE_FULL' ? 'no room left' : 'fault')
  }
}
