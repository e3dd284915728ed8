import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import { refusalOf } from '../../../src/machines/rules/sending.ts'

const answer = (code: ErrorCode, status: number, details?: unknown) =>
  new ApiError('http', 'files', {
    status,
    body: { error: { code, message: 'No.', status, details }, type: '/docs', title: code, status, detail: 'No.' },
  })

test('what the server will never take is a fault of the file, in the words of the check that failed', () => {
  const told = {
    word: 'fileInput.imageSizeTooLarge',
    params: { width: 9000, height: 9000, maxWidth: 8192, maxHeight: 8192 },
  }
  expect(refusalOf(answer('IMAGE_INVALID', 422, told))).toEqual(told)
  expect(refusalOf(answer('MODEL_INVALID', 422, { word: 'upload.glbOutside', params: { name: 'boot.bin' } }))).toEqual({
    word: 'upload.glbOutside',
    params: { name: 'boot.bin' },
  })
})

test('what a sentence is filled with comes along: parameters, sizes in bytes, and keys of other sentences', () => {
  const told = {
    word: 'fileInput.wrongColorType',
    params: { name: 'x' },
    sizes: { most: 5 },
    keys: { wanted: 'color.rgb', each: ['a', 'b'] },
  }
  expect(refusalOf(answer('IMAGE_INVALID', 422, told))).toEqual(told)
  expect(refusalOf(answer('IMAGE_INVALID', 422, { word: 'x', params: { name: [] } }))).toEqual({
    word: 'error.IMAGE_INVALID',
  })
})

test('a refusal without such words is told by its code', () => {
  expect(refusalOf(answer('FILE_TOO_LARGE', 413, { kind: 'glb', maxBytes: 1 }))).toEqual({
    word: 'error.FILE_TOO_LARGE',
  })
  expect(refusalOf(answer('WRONG_FILE_TYPE', 415))).toEqual({ word: 'error.WRONG_FILE_TYPE' })
})

test('what may go better another time is no fault of the file', () => {
  expect([
    refusalOf(answer('QUOTA_EXCEEDED', 413)),
    refusalOf(answer('INTERNAL', 500)),
    refusalOf(answer('CHECKSUM_MISMATCH', 460)),
    refusalOf(new ApiError('FETCH_ERROR', 'files')),
    refusalOf(new Error('boom')),
  ]).toEqual([null, null, null, null, null])
})
