import { ERROR_STATUS, type ErrorBody, type ErrorCode, type FieldError } from '../../src/api/contract/errors.ts'
import { isDatabaseUnavailable, isStorageFull } from './database-errors.ts'
import { isFileStoreUnavailable } from './file-store-errors.ts'

/** Error that a handler throws to respond with an error code of the API. The message is a sentence for the user. */
export class HttpError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: unknown,
    /** Whole seconds after which the caller may retry (`Retry-After`). */
    readonly retryAfter?: number,
  ) {
    super(message)
    this.name = 'HttpError'
  }
}

/** Maximum number of field errors in one response, so that a request cannot cause a much larger response. */
const MAX_FIELD_ERRORS = 50

/** Creates a 400 `INVALID_INPUT` whose details list the first 50 field errors. */
export function invalidInputError(fieldErrors: readonly FieldError[]): HttpError {
  const reported = fieldErrors.slice(0, MAX_FIELD_ERRORS)
  return new HttpError('INVALID_INPUT', reported.map(({ path, message }) => `${path}: ${message}`).join(' '), reported)
}

export const notFoundError = (subject: string) => new HttpError('NOT_FOUND', `${subject} was not found.`)

/** Content type of every error response (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json'

/** Returns the body of an error response. `status` differs from the code's status only for errors of the tus protocol. */
export function createErrorBody(error: HttpError, status: number = ERROR_STATUS[error.code]): ErrorBody {
  const { code, message, details } = error
  return {
    error: { code, message, status, ...(details === undefined ? {} : { details }) },
    type: `/docs#${code}`,
    title: formatTitle(code),
    status,
    detail: message,
  }
}

export function createErrorResponse(error: HttpError, status: number = ERROR_STATUS[error.code]): Response {
  const headers = new Headers({ 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' })
  if (error.retryAfter !== undefined) headers.set('retry-after', String(error.retryAfter))
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  return new Response(JSON.stringify(createErrorBody(error, status)), { status, headers })
}

const DATABASE_RETRY_AFTER_SECONDS = 2

const FILE_STORE_RETRY_AFTER_SECONDS = 5

const DISK_FULL_RETRY_AFTER_SECONDS = 60

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Converts any error to an HTTP error. A full disk becomes `STORAGE_FULL`. An unreachable database or file store becomes
 * `UNAVAILABLE`. A reference to a row that another call has deleted becomes `NOT_FOUND`. Any other error becomes `INTERNAL`,
 * without details.
 */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)
    return notFoundError('A referenced item')
  if (isStorageFull(error))
    return new HttpError(
      'STORAGE_FULL',
      'The server is out of storage, so nothing was saved. An admin must free some space.',
      undefined,
      DISK_FULL_RETRY_AFTER_SECONDS,
    )
  if (isDatabaseUnavailable(error))
    return new HttpError(
      'UNAVAILABLE',
      'The service cannot reach its database. Try again.',
      undefined,
      DATABASE_RETRY_AFTER_SECONDS,
    )
  if (isFileStoreUnavailable(error))
    return new HttpError(
      'UNAVAILABLE',
      'The service cannot reach its file storage. Try again.',
      undefined,
      FILE_STORE_RETRY_AFTER_SECONDS,
    )
  return new HttpError('INTERNAL', 'Something went wrong on the server. Try again.')
}

/** Converts "ASSET_LOCKED" to "Asset locked". */
function formatTitle(code: ErrorCode): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
