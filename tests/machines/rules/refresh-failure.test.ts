import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import { endsSession } from '../../../src/machines/rules/refresh-failure.ts'

const answer = (status: number, message: string, code: ErrorCode = 'INTERNAL') =>
  new ApiError('http', 'auth', {
    status,
    body: { error: { code, message, status }, type: '', title: '', status, detail: '' },
  })

test.each([
  ['401', answer(401, 'no'), true],
  ['404', answer(404, 'no'), true],
  ['a message about an expired refresh token', answer(400, 'The refresh token is expired'), true],
  ['a message about a revoked one', answer(400, 'Refresh token revoked'), true],
  ['a message about one not found', answer(400, 'refresh token was not found'), true],
  ['400 about something else', answer(400, 'bad request'), false],
  ['500', answer(500, 'broken'), false],
  ['429', answer(429, 'slow down'), false],
  ['no connection', new ApiError('FETCH_ERROR', 'auth'), false],
  ['a time-out', new ApiError('TIMEOUT_ERROR', 'auth'), false],
  ['HTML instead of JSON', new ApiError('PARSING_ERROR', 'auth'), false],
  ['anything else', new Error('refresh token expired'), false],
])('a refresh that fails with %s ends the session: %s', (_, error, expected) => {
  expect(endsSession(error)).toBe(expected)
})
