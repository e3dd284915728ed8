/** The database cannot be had right now: nobody answers, or the connection broke. What was asked may or may not be done. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/**
 * What PostgreSQL says that passes by itself: connections that end or are not taken, a statement that was cut off, locks
 * not had, a server that only reads, no memory, a disk that fails (SQLSTATE, PostgreSQL's appendix A).
 */
const PASSING =
  /^(08\w{3}|57P0[1-5]|57014|25006|25P0[34]|53000|53200|53300|53400|55P03|40001|40P01|58000|58030|58P01|XX001|XX002)$/

/** Of those, what the whole connection shares, so that it is not used again. */
const OF_CONNECTION = /^(08\w{3}|57P0[1-5]|25006|25P0[34])$/

/** Two transactions stood in each other's way, and this one was undone whole. */
const CONFLICT = /^(40001|40P01)$/

/** No room: the database's disk (SQLSTATE), or one of this machine (errno). */
const FULL = /^(53100|ENOSPC|EDQUOT)$/

/** Whether a fault, or one that it came from, says that the database cannot be had for a while. */
export const isDatabaseAway = (fault: unknown): boolean =>
  someCause(fault, (cause) => cause instanceof DatabaseAway || PASSING.test(codeOf(cause)))

/** Whether a fault, or one that it came from, says that a disk is full. */
export const isStorageFull = (fault: unknown): boolean => someCause(fault, (cause) => FULL.test(codeOf(cause)))

/** Whether a transaction was undone for another's sake, so that it may be done again. */
export const isConflict = (fault: unknown): boolean => CONFLICT.test(codeOf(fault))

/** Whether a unique index refused a row: there is one with these values. */
export const isDuplicate = (fault: unknown): boolean => codeOf(fault) === '23505'

/** Whether a connection that said so is not to be used again. */
export const endsConnection = (fault: unknown): boolean => OF_CONNECTION.test(codeOf(fault))

/** Whether a server is there that takes connections soon: it is starting, or has none to spare. */
export const isComing = (fault: unknown): boolean => someCause(fault, (cause) => /^(57P03|53300)$/.test(codeOf(cause)))

/** Whether the database process is at its end, and everything of it with it. */
export const isPanic = (fault: unknown): boolean => ['PANIC', 'FATAL'].includes((fault as Marked)?.severity ?? '')

/** What a fault says, in one line. */
export function reasonOf(fault: unknown): string {
  const first = fault instanceof AggregateError ? fault.errors[0] : fault
  return (first instanceof Error ? first.message || first.name : String(first)).replace(/\s+/g, ' ')
}

/** The SQLSTATE or errno of a fault; empty where it has none. */
export const codeOf = (fault: unknown): string => String((fault as Marked)?.code ?? '')

interface Marked {
  code?: unknown
  severity?: string
}

function someCause(fault: unknown, is: (cause: unknown) => boolean): boolean {
  for (let [cause, depth] = [fault, 0]; cause && depth < 5; depth++) {
    if (is(cause)) return true
    cause = (cause as Error).cause
  }
  return false
}
