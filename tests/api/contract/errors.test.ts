import { expect, test } from 'vitest'
import {
  ApiError,
  type ErrorCode,
  isForbidden,
  isWorthRetrying,
  refusal,
  UserNotVerified,
  wordOf,
} from '../../../src/api/contract/errors.ts'

const answer = (code: ErrorCode, status: number, details?: unknown) => ({
  status,
  retryAfter: 7,
  body: { error: { code, message: 'No.', status, details }, type: '', title: code, status, detail: 'No.' },
})

test('an error of an answer tells its service, status, code, details and when to come again', () => {
  const cause = new Error('x')
  const error = new ApiError('http', 'assets', answer('STALE_WRITE', 412, { at: 1 }), cause)
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

test('without a body of ours its message says which service failed how (Spec §8)', () => {
  expect(new ApiError('http', 'tags', { status: 502 }).message).toBe('tags: http 502')
  expect(new ApiError('FETCH_ERROR', 'tags').message).toBe('tags: FETCH_ERROR')
})

test.each([
  [new ApiError('http', 'a', answer('NOT_FOUND', 404)), 'error.NOT_FOUND'],
  [new ApiError('http', 'a', { status: 502 }), 'error.unknown'],
  [new ApiError('FETCH_ERROR', 'a'), 'error.FETCH_ERROR'],
  [new ApiError('TIMEOUT_ERROR', 'a'), 'error.TIMEOUT_ERROR'],
  [new ApiError('PARSING_ERROR', 'a'), 'error.PARSING_ERROR'],
  [new UserNotVerified(), 'error.USER_NOT_VERIFIED'],
  [new Error('x'), 'error.unknown'],
  [undefined, 'error.unknown'],
])('%s is told by the sentence of its code, or of its kind', (error, word) => {
  expect(wordOf(error)).toBe(word)
})

test('an unverified user is told by the name of the specification (Spec §8)', () => {
  expect(new UserNotVerified().name).toBe('USER_NOT_VERIFIED')
})

test('only a refused input names its faults', () => {
  const faults = [{ path: 'body.name', message: 'x' }]
  expect(new ApiError('http', 'a', answer('INVALID_INPUT', 400, faults)).faults).toEqual(faults)
  expect(new ApiError('http', 'a', answer('INVALID_INPUT', 400, { path: 'x' })).faults).toEqual([])
  expect(new ApiError('http', 'a', answer('FILE_UNKNOWN', 422, faults)).faults).toEqual([])
  expect(new ApiError('FETCH_ERROR', 'a').faults).toEqual([])
})

test('what is refused among several things is the error it would be alone', () => {
  const error = refusal('assets', 'ASSET_LOCKED')
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ kind: 'http', service: 'assets', status: 423, code: 'ASSET_LOCKED' })
  expect(error.message).toBe('ASSET_LOCKED')
})

test('nothing but a missing right makes another try useless', () => {
  const forbidden = refusal('assets', 'FORBIDDEN')
  const others = [
    refusal('assets', 'INTERNAL'),
    new ApiError('FETCH_ERROR', 'a'),
    new Error('x'),
    { code: 'FORBIDDEN' },
  ]
  expect([isForbidden(forbidden), isWorthRetrying(forbidden)]).toEqual([true, false])
  expect(others.map((it) => [isForbidden(it), isWorthRetrying(it)])).toEqual(Array(4).fill([false, true]))
})
