import type { DetailedError } from 'tus-js-client'
import * as v from 'valibot'
import { ApiError, ERROR_STATUS, ErrorBody, type ErrorCode } from './contract/errors.ts'
import { HeadRefused } from './upload-stack.ts'

/** How often a server that answers with failures is asked again without getting on. A silent one is asked for ever. */
const TRIES = 12

/** Whether the server says that it has no such upload (any more), or none of this person's. */
export const isGone = ({ status }: ApiError): boolean => status === 403 || status === 404 || status === 410

/** Turns "there is no such upload" into nothing; every other failure goes on. */
export const orNothing = (error: unknown): undefined => {
  if (error instanceof ApiError && error.status !== undefined && error.status < 500) return undefined
  throw error
}

/** Whether the same request may go better another time; `tries` counts those that got nowhere. */
export function mayHelp({ kind, status }: ApiError, tries: number): boolean {
  if (kind === 'FETCH_ERROR' || kind === 'TIMEOUT_ERROR') return true
  // Whoever runs the server has to make room first.
  if (status === 507) return false
  // 409: the offset moved on; 423: the cut request still holds the upload.
  const passes = status !== undefined && (status >= 500 || [408, 409, 423, 425, 429].includes(status))
  return passes && tries < TRIES
}

/** Whatever tus threw as the one error of this floor. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  const { originalResponse, causingError } = thrown as Partial<DetailedError>
  if (causingError instanceof ApiError) return causingError
  if (causingError instanceof HeadRefused) return new ApiError('http', 'files', { status: causingError.status }, thrown)
  if (!originalResponse) return new ApiError('FETCH_ERROR', 'files', undefined, thrown)
  const status = originalResponse.getStatus()
  const body = bodyOf(originalResponse.getBody()) ?? bodyOfStatus(status)
  return new ApiError('http', 'files', body ? { status, body } : { status }, thrown)
}

function bodyOf(text: string | undefined): ErrorBody | undefined {
  try {
    return v.parse(ErrorBody, JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

/** A proxy between here and the server refuses in its own words; some statuses say enough by themselves. */
function bodyOfStatus(status: number): ErrorBody | undefined {
  const codes: readonly ErrorCode[] = ['FILE_TOO_LARGE', 'WRONG_FILE_TYPE', 'CHECKSUM_MISMATCH', 'FORBIDDEN']
  const code = codes.find((known) => ERROR_STATUS[known] === status)
  if (!code) return undefined
  return { error: { code, message: code, status }, type: 'about:blank', title: code, status, detail: code }
}
