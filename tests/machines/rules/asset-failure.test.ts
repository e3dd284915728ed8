import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import { isLocked, isMissing, isStale } from '../../../src/machines/rules/asset-failure.ts'

const answer = (status: number, code: ErrorCode) =>
  new ApiError('http', 'assets', {
    status,
    body: { error: { code, message: code, status }, type: '', title: code, status, detail: code },
  })
const kinds = (error: unknown) => [isMissing(error), isLocked(error), isStale(error)]

test.each([
  ['an asset that is gone', answer(404, 'NOT_FOUND'), [true, false, false]],
  ['one that somebody locked', answer(423, 'ASSET_LOCKED'), [false, true, false]],
  ['one that somebody changed', answer(412, 'STALE_WRITE'), [false, false, true]],
  ['a server that broke', answer(500, 'INTERNAL'), [false, false, false]],
  ['no connection', new ApiError('FETCH_ERROR', 'assets'), [false, false, false]],
  ['what is no answer at all', { status: 404, code: 'ASSET_LOCKED' }, [false, false, false]],
  ['nothing', undefined, [false, false, false]],
])('%s is told from the others', (_, error, expected) => {
  expect(kinds(error)).toEqual(expected)
})
