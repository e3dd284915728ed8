import type { DetailedError } from 'tus-js-client'
import * as v from 'valibot'
import { ApiError, ERROR_STATUS, ErrorBody, type ErrorCode, TRANSIENT_STATUSES } from './contract/errors.ts'
import { HeadRequestError } from './tus-http-stack.ts'

/**
 * Maximum number of attempts without progress while the server responds with errors. There is no limit while the server is
 * unreachable or unavailable.
 */
const MAX_TRIES_WITHOUT_PROGRESS = 12

const UNAVAILABLE_STATUSES = [502, 503, 504]

/** Maximum `Retry-After` that is respected, in milliseconds. */
const MAX_RETRY_AFTER_MS = 60_000

/** Returns whether the upload no longer exists on the server or belongs to another user. */
export const isUploadMissing = ({ status }: ApiError): boolean => status === 403 || status === 404 || status === 410

/** Returns whether a retry may succeed; `tries` counts the attempts without progress. */
export function isRetryableUpload({ kind, status, code }: ApiError, tries: number): boolean {
  if (kind === 'FETCH_ERROR' || kind === 'TIMEOUT_ERROR') return true
  // The operator has to act first: free some storage, or decide which database owns the files.
  if (status === 507 || code === 'FILES_READ_ONLY') return false
  if (status !== undefined && UNAVAILABLE_STATUSES.includes(status)) return true
  const isTransient = status !== undefined && (status >= 500 || TRANSIENT_STATUSES.includes(status))
  return isTransient && tries < MAX_TRIES_WITHOUT_PROGRESS
}

export const retryAfterMs = ({ retryAfter = 0 }: ApiError): number => Math.min(retryAfter * 1000, MAX_RETRY_AFTER_MS)

/** Converts any error of tus to an {@link ApiError}. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  const { originalResponse, causingError } = thrown as Partial<DetailedError>
  if (causingError instanceof ApiError) return causingError
  if (causingError instanceof HeadRequestError) {
    const { status, retryAfter } = causingError
    return new ApiError('http', 'files', { status, retryAfter: parseRetryAfter(retryAfter) }, thrown)
  }
  if (!originalResponse) return new ApiError('FETCH_ERROR', 'files', undefined, thrown)
  const status = originalResponse.getStatus()
  const body = parseErrorBody(originalResponse.getBody()) ?? createErrorBody(status)
  const retryAfter = parseRetryAfter(originalResponse.getHeader('Retry-After'))
  return new ApiError('http', 'files', { status, retryAfter, ...(body ? { body } : {}) }, thrown)
}

/** Parses a `Retry-After` in seconds; a date is ignored. */
const parseRetryAfter = (text: string | undefined | null): number | undefined =>
  text && /^\d{1,6}$/.test(text) ? Number(text) : undefined

function parseErrorBody(text: string | undefined): ErrorBody | undefined {
  try {
    return v.parse(ErrorBody, JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

/** Returns the error body that a status implies, for a proxy that responds in its own format. */
function createErrorBody(status: number): ErrorBody | undefined {
  const codes: readonly ErrorCode[] = ['FILE_TOO_LARGE', 'WRONG_FILE_TYPE', 'CHECKSUM_MISMATCH', 'FORBIDDEN']
  const code = codes.find((candidate) => ERROR_STATUS[candidate] === status)
  if (!code) return undefined
  return { error: { code, message: code, status }, type: 'about:blank', title: code, status, detail: code }
}
