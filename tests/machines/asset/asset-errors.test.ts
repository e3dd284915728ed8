import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import { isLocked, isNotFound, isStaleWrite } from '../../../src/machines/asset/asset-errors.ts'

const answer = (status: number, code: ErrorCode) =>
  new ApiError('http', 'assets', {
    status,
    body: { error: { code, message: code, status }, type: '', title: code, status, detail: code },
  })
const kinds = (error: unknown) => [isNotFound(error), isLocked(error), isStaleWrite(error)]

test.each([
  ['a missing asset as not found', answer(404, 'NOT_FOUND'), [true, false, false]],
  ['a locked asset as locked', answer(423, 'ASSET_LOCKED'), [false, true, false]],
  ['an asset that another user changed as a stale write', answer(412, 'STALE_WRITE'), [false, false, true]],
  ['an internal server error as none of these', answer(500, 'INTERNAL'), [false, false, false]],
  ['a failed connection as none of these', new ApiError('FETCH_ERROR', 'assets'), [false, false, false]],
  ['an object that is not an API error as none of these', { status: 404, code: 'ASSET_LOCKED' }, [false, false, false]],
  ['undefined as none of these', undefined, [false, false, false]],
])('classifies as not found, locked or stale write: %s', (_, error, expected) => {
  expect(kinds(error)).toEqual(expected)
})
