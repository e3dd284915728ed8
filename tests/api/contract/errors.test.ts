import { expect, test } from 'vitest'
import {
  ApiError,
  createApiError,
  type ErrorCode,
  getErrorMessageKey,
  isForbidden,
  isRetryable,
  UserNotVerifiedError,
} from '../../../src/api/contract/errors.ts'

const response = (code: ErrorCode, status: number, details?: unknown) => ({
  status,
  retryAfter: 7,
  body: { error: { code, message: 'No.', status, details }, type: '', title: code, status, detail: 'No.' },
})

test('an ApiError has its service’s name and the response’s status, code, details and retry delay', () => {
  const cause = new Error('x')
  const error = new ApiError('http', 'assets', response('STALE_WRITE', 412, { at: 1 }), cause)
  expect({ ...error, message: error.message, cause: error.cause }).toEqual({
    name: 'ApiError',
    message: 'No.',
    cause,
    kind: 'http',
    service: 'assets',
    status: 412,
    code: 'STALE_WRITE',
    details: { at: 1 },
    retryAfter: 7,
  })
})

test('an ApiError without an error body has service and kind in its message (Spec §8)', () => {
  expect(new ApiError('http', 'tags', { status: 502 }).message).toBe('tags: http 502')
  expect(new ApiError('FETCH_ERROR', 'tags').message).toBe('tags: FETCH_ERROR')
})

test.each([
  [new ApiError('http', 'a', response('NOT_FOUND', 404)), 'error.NOT_FOUND'],
  [new ApiError('http', 'a', { status: 502 }), 'error.unknown'],
  [new ApiError('FETCH_ERROR', 'a'), 'error.FETCH_ERROR'],
  [new ApiError('TIMEOUT_ERROR', 'a'), 'error.TIMEOUT_ERROR'],
  [new ApiError('PARSING_ERROR', 'a'), 'error.PARSING_ERROR'],
  [new UserNotVerifiedError(), 'error.USER_NOT_VERIFIED'],
  [new Error('x'), 'error.unknown'],
  [undefined, 'error.unknown'],
])('maps %s to the message key %s', (error, expectedKey) => {
  expect(getErrorMessageKey(error)).toBe(expectedKey)
})

test('a UserNotVerifiedError has the name USER_NOT_VERIFIED (Spec §8)', () => {
  expect(new UserNotVerifiedError().name).toBe('USER_NOT_VERIFIED')
})

test('an ApiError has field errors only if its code is INVALID_INPUT and its details are a list', () => {
  const fieldErrors = [{ path: 'body.name', message: 'x' }]
  expect(new ApiError('http', 'a', response('INVALID_INPUT', 400, fieldErrors)).fieldErrors).toEqual(fieldErrors)
  expect(new ApiError('http', 'a', response('INVALID_INPUT', 400, { path: 'x' })).fieldErrors).toEqual([])
  expect(new ApiError('http', 'a', response('FILE_UNKNOWN', 422, fieldErrors)).fieldErrors).toEqual([])
  expect(new ApiError('FETCH_ERROR', 'a').fieldErrors).toEqual([])
})

test('createApiError returns an ApiError of kind “http” with the status that belongs to the error code', () => {
  const error = createApiError('assets', 'ASSET_LOCKED')
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ kind: 'http', service: 'assets', status: 423, code: 'ASSET_LOCKED' })
  expect(error.message).toBe('ASSET_LOCKED')
})

test('every error is retryable, except an ApiError with the code FORBIDDEN', () => {
  const forbidden = createApiError('assets', 'FORBIDDEN')
  const others = [
    createApiError('assets', 'INTERNAL'),
    new ApiError('FETCH_ERROR', 'a'),
    new Error('x'),
    { code: 'FORBIDDEN' },
  ]
  expect([isForbidden(forbidden), isRetryable(forbidden)]).toEqual([true, false])
  expect(others.map((error) => [isForbidden(error), isRetryable(error)])).toEqual(Array(4).fill([false, true]))
})
