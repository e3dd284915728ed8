import { describe, expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '../../src/api/contract/errors.ts'
import { asApiError, isGone, mayHelp, orNothing } from '../../src/api/upload-errors.ts'
import { HeadRefused } from '../../src/api/upload-stack.ts'

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
])('after a status of %i sending again may help: %s', (status, helps) => {
  expect(mayHelp(refused(status), 1)).toBe(helps)
})

test('a server that only fails is asked twelve times, one that cannot be heard for ever', () => {
  expect([11, 12, 13].map((tries) => mayHelp(refused(503), tries))).toEqual([true, false, false])
  expect(mayHelp(new ApiError('FETCH_ERROR', 'files'), 1000)).toBe(true)
  expect(mayHelp(new ApiError('TIMEOUT_ERROR', 'files'), 1000)).toBe(true)
  expect(mayHelp(new ApiError('PARSING_ERROR', 'files'), 1)).toBe(false)
})

test('an upload is gone where the server says so, or that it is somebody else’s', () => {
  expect([403, 404, 410].map((status) => isGone(refused(status)))).toEqual([true, true, true])
  expect([400, 401, 409, 500].map((status) => isGone(refused(status)))).toEqual([false, false, false, false])
})

test('a refusal is nothing, a failure of the server or the wire stays one', () => {
  expect([400, 404, 499].map((status) => orNothing(refused(status)))).toEqual([undefined, undefined, undefined])
  for (const error of [refused(500), new ApiError('FETCH_ERROR', 'files'), new Error('x')])
    expect(() => orNothing(error)).toThrow(error)
})

describe('what tus threw', () => {
  const thrown = (status: number, body: string | undefined) =>
    Object.assign(new Error('tus'), { originalResponse: { getStatus: () => status, getBody: () => body } })
  const body = (code: ErrorCode, status: number) =>
    JSON.stringify({ error: { code, message: 'No.', status }, type: '', title: '', status, detail: '' })

  test('is the error it was caused by, where that is one of ours', () => {
    const ours = refused(423)
    expect(asApiError(ours)).toBe(ours)
    expect(asApiError(Object.assign(new Error('tus'), { causingError: ours }))).toBe(ours)
  })

  test('because the server would not say how much it has is an error of that status', () => {
    const error = Object.assign(new Error('tus'), { causingError: new HeadRefused(410) })
    expect(asApiError(error)).toMatchObject({ kind: 'http', service: 'files', status: 410, cause: error })
    expect(new HeadRefused(410)).toMatchObject({ name: 'HeadRefused', message: 'HEAD was answered with 410' })
  })

  test('without any answer is a broken connection', () => {
    const error = new Error('tus')
    expect(asApiError(error)).toMatchObject({ kind: 'FETCH_ERROR', service: 'files', status: undefined, cause: error })
  })

  test('with an answer of the server carries its code', () => {
    const error = thrown(422, body('MODEL_INVALID', 422))
    expect(asApiError(error)).toMatchObject({
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
  ])('with a proxy’s %i in its own words has the code %s', (status, code) => {
    for (const text of ['<h1>no</h1>', undefined, '', '{}'])
      expect(asApiError(thrown(status, text))).toMatchObject({ kind: 'http', status, code })
    expect(asApiError(thrown(status, ''))).toMatchObject({ message: code ?? `files: http ${status}` })
  })
})
