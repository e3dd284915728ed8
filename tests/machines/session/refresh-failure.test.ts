import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import { isSessionEndingError } from '../../../src/machines/session/refresh-failure.ts'

const answer = (status: number, message: string, code: ErrorCode = 'INTERNAL') =>
  new ApiError('http', 'auth', {
    status,
    body: { error: { code, message, status }, type: '', title: '', status, detail: '' },
  })

test.each([
  ['401 ends the session', answer(401, 'no'), true],
  ['404 ends the session', answer(404, 'no'), true],
  ['a message about an expired refresh token ends the session', answer(400, 'The refresh token is expired'), true],
  ['a message about a revoked refresh token ends the session', answer(400, 'Refresh token revoked'), true],
  ['a message about an unknown refresh token ends the session', answer(400, 'refresh token was not found'), true],
  ['400 and any other message keeps the session', answer(400, 'bad request'), false],
  ['500 keeps the session', answer(500, 'broken'), false],
  ['429 keeps the session', answer(429, 'slow down'), false],
  ['a network error keeps the session', new ApiError('FETCH_ERROR', 'auth'), false],
  ['a timeout keeps the session', new ApiError('TIMEOUT_ERROR', 'auth'), false],
  ['HTML instead of JSON keeps the session', new ApiError('PARSING_ERROR', 'auth'), false],
  ['an error that is not an API error keeps the session', new Error('refresh token expired'), false],
])('a token refresh that fails with %s', (_, error, expected) => {
  expect(isSessionEndingError(error)).toBe(expected)
})
