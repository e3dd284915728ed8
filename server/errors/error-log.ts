import type { Logger } from 'pino'
import { DatabaseUnavailableError, formatErrorReason, getErrorCode } from './database-errors.ts'
import { isFileStoreUnavailable } from './file-store-errors.ts'
import { HttpError, toHttpError } from './http-error.ts'

const REPEAT_INTERVAL_MS = 60_000

/**
 * Creates a function that logs the errors of requests. Internal errors are logged each time, with their stack. A full disk and
 * errors of a reachable database are logged once a minute per error code. HTTP errors are not logged. Outages of the database and
 * of the file store are not logged here, but where they are detected.
 */
export function createErrorLog(log: Logger, clock = () => performance.now()) {
  const loggedAt = new Map<string, number>()
  return (error: unknown, id: string | undefined): void => {
    if (error instanceof HttpError || error instanceof DatabaseUnavailableError || isFileStoreUnavailable(error)) return
    const { code } = toHttpError(error)
    if (code === 'NOT_FOUND') return
    if (code === 'INTERNAL') {
      log.error({ err: error, id }, 'fault')
      return
    }
    const kind = `${code} ${getErrorCode(error)}`
    const at = clock()
    if (at - (loggedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < REPEAT_INTERVAL_MS) return
    loggedAt.set(kind, at)
    log.warn(
      { code: getErrorCode(error), reason: formatErrorReason(error), id },
      code === 'STORAGE_FULL' ? 'no disk space left' : 'fault',
    )
  }
}
