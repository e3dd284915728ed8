import { describe, expect, test } from 'vitest'
import {
  ApiError,
  createApiError,
  type ErrorCode,
  ignorePermanentRejection,
  isPermanentRejection,
} from '../../src/api/contract/errors.ts'
import { HeadRequestError } from '../../src/api/tus-http-stack.ts'
import { isRetryableUpload, isUploadMissing, retryAfterMs, toApiError } from '../../src/api/upload-errors.ts'

const refused = (status: number) => new ApiError('http', 'files', { status })

test.each([
  [500, true],
  [503, true],
  [408, true],
  [409, true],
  [423, true],
  [425, true],
  [429, true],
  [507, false],
  [400, false],
  [413, false],
  [499, false],
])('considers a retry after status %i useful: %s', (status, helps) => {
  expect(isRetryableUpload(refused(status), 1)).toBe(helps)
})

test('allows twelve attempts at a failing server, and any number at an unreachable or unavailable server', () => {
  expect([11, 12, 13].map((tries) => isRetryableUpload(refused(500), tries))).toEqual([true, false, false])
  expect([502, 503, 504].map((status) => isRetryableUpload(refused(status), 1000))).toEqual([true, true, true])
  expect(isRetryableUpload(new ApiError('FETCH_ERROR', 'files'), 1000)).toBe(true)
  expect(isRetryableUpload(new ApiError('TIMEOUT_ERROR', 'files'), 1000)).toBe(true)
  expect(isRetryableUpload(new ApiError('PARSING_ERROR', 'files'), 1)).toBe(false)
})

test('does not retry while files are read-only, because an operator has to act', () => {
  expect(isRetryableUpload(createApiError('files', 'FILES_READ_ONLY'), 1)).toBe(false)
})

test('treats a refused file (400, 413, 415) as permanent, but not a 401, 429, 5xx or a failed connection', () => {
  const outcomes = [400, 413, 415, 401, 408, 409, 423, 425, 429, 500, 503, 507].map((status) =>
    isPermanentRejection(refused(status)),
  )
  expect(outcomes).toEqual([true, true, true, ...Array(9).fill(false)])
  expect(isPermanentRejection(new ApiError('FETCH_ERROR', 'files'))).toBe(false)
})

test.each([
  ['5', 5000],
  ['3600', 60_000],
  ['Fri, 31 Dec 1999 23:59:59 GMT', 0],
  [undefined, 0],
])('converts a Retry-After of %s to a delay of %i ms', (retryAfter, ms) => {
  const head = Object.assign(new Error('tus'), { causingError: new HeadRequestError(503, retryAfter) })
  const originalResponse = { getStatus: () => 503, getBody: () => '', getHeader: () => retryAfter }
  const patch = Object.assign(new Error('tus'), { originalResponse })
  expect([retryAfterMs(toApiError(head)), retryAfterMs(toApiError(patch))]).toEqual([ms, ms])
})

test('treats an upload as missing after 403, 404 or 410, but not after another refusal', () => {
  expect([403, 404, 410].map((status) => isUploadMissing(refused(status)))).toEqual([true, true, true])
  expect([400, 401, 409, 500].map((status) => isUploadMissing(refused(status)))).toEqual([false, false, false, false])
})

test('ignorePermanentRejection ignores 400, 404 and 499, and rethrows 401, 429, 500 and other errors', () => {
  expect([400, 404, 499].map((status) => ignorePermanentRejection(refused(status)))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  for (const error of [refused(500), refused(429), refused(401), new ApiError('FETCH_ERROR', 'files'), new Error('x')])
    expect(() => ignorePermanentRejection(error)).toThrow(error)
})

describe('an error of tus', () => {
  const thrown = (status: number, body: string | undefined) =>
    Object.assign(new Error('tus'), {
      originalResponse: { getStatus: () => status, getBody: () => body, getHeader: () => undefined },
    })
  const body = (code: ErrorCode, status: number) =>
    JSON.stringify({ error: { code, message: 'No.', status }, type: '', title: '', status, detail: '' })

  test('becomes its cause if the cause is an ApiError', () => {
    const ours = refused(423)
    expect(toApiError(ours)).toBe(ours)
    expect(toApiError(Object.assign(new Error('tus'), { causingError: ours }))).toBe(ours)
  })

  test('becomes an ApiError with the status of the refused HEAD request', () => {
    const error = Object.assign(new Error('tus'), { causingError: new HeadRequestError(410) })
    expect(toApiError(error)).toMatchObject({ kind: 'http', service: 'files', status: 410, cause: error })
    expect(new HeadRequestError(410)).toMatchObject({ name: 'HeadRequestError', message: 'HEAD returned 410' })
  })

  test('becomes a FETCH_ERROR if there was no response', () => {
    const error = new Error('tus')
    expect(toApiError(error)).toMatchObject({ kind: 'FETCH_ERROR', service: 'files', status: undefined, cause: error })
  })

  test('becomes an ApiError with the code of the server’s response', () => {
    const error = thrown(422, body('MODEL_INVALID', 422))
    expect(toApiError(error)).toMatchObject({
      kind: 'http',
      service: 'files',
      status: 422,
      code: 'MODEL_INVALID',
      message: 'No.',
      cause: error,
    })
  })

  test.each([
    [413, 'FILE_TOO_LARGE'],
    [415, 'WRONG_FILE_TYPE'],
    [460, 'CHECKSUM_MISMATCH'],
    [403, 'FORBIDDEN'],
    [404, undefined],
    [502, undefined],
  ])('with a proxy’s status %i and no error body becomes an ApiError with the code %s', (status, code) => {
    for (const text of ['<h1>no</h1>', undefined, '', '{}'])
      expect(toApiError(thrown(status, text))).toMatchObject({ kind: 'http', status, code })
    expect(toApiError(thrown(status, ''))).toMatchObject({ message: code ?? `files: http ${status}` })
  })
})
