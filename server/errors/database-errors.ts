/** Error of an unreachable database or a broken connection. The statement may or may not have taken effect. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/**
 * Temporary PostgreSQL errors: closed or refused connections, cancelled statements, lock timeouts, conflicts, a read-only server,
 * no memory, a failing disk (SQLSTATE, PostgreSQL's appendix A).
 */
const TRANSIENT_CODES =
  /^(08\w{3}|57P0[1-5]|57014|25006|25P0[34]|53000|53200|53300|53400|55P03|40001|40P01|58000|58030|58P01|XX001|XX002)$/

/** Temporary errors after which the connection must not be used again. */
const CONNECTION_CODES = /^(08\w{3}|57P0[1-5]|25006|25P0[34])$/

const CONFLICT_CODES = /^(40001|40P01)$/

/** A full disk: of the database (SQLSTATE), or of this machine (errno). */
const DISK_FULL_CODES = /^(53100|ENOSPC|EDQUOT)$/

/** Returns whether an error or one of its causes says that the database is temporarily unavailable. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  hasCause(error, (cause) => cause instanceof DatabaseUnavailableError || TRANSIENT_CODES.test(getErrorCode(cause)))

/** Returns whether an error or one of its causes says that a disk is full. */
export const isStorageFull = (error: unknown): boolean =>
  hasCause(error, (cause) => DISK_FULL_CODES.test(getErrorCode(cause)))

export const isTransactionConflict = (error: unknown): boolean => CONFLICT_CODES.test(getErrorCode(error))

export const isUniqueViolation = (error: unknown): boolean => getErrorCode(error) === '23505'

export const endsConnection = (error: unknown): boolean => CONNECTION_CODES.test(getErrorCode(error))

/** Returns whether the server will soon accept connections: it is starting, or all connections are in use. */
export const isDatabaseStarting = (error: unknown): boolean =>
  hasCause(error, (cause) => /^(57P03|53300)$/.test(getErrorCode(cause)))

/** Returns whether the error ended the embedded PostgreSQL process: severity PANIC or FATAL. */
export const hasEndedDatabaseProcess = (error: unknown): boolean =>
  ['PANIC', 'FATAL'].includes((error as CodedError)?.severity ?? '')

export function formatErrorReason(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return (first instanceof Error ? first.message || first.name : String(first)).replace(/\s+/g, ' ')
}

/** Returns the SQLSTATE or errno of an error; empty if the error has neither. */
export const getErrorCode = (error: unknown): string => String((error as CodedError)?.code ?? '')

interface CodedError {
  code?: unknown
  severity?: string
}

function hasCause(error: unknown, matches: (cause: unknown) => boolean): boolean {
  for (let [cause, depth] = [error, 0]; cause && depth < 5; depth++) {
    if (matches(cause)) return true
    cause = (cause as Error).cause
  }
  return false
}
