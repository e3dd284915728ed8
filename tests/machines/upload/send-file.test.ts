import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import { fileProblemOf } from '../../../src/machines/upload/send-file.ts'

const answer = (code: ErrorCode, status: number, details?: unknown) =>
  new ApiError('http', 'files', {
    status,
    body: { error: { code, message: 'No.', status, details }, type: '/docs', title: code, status, detail: 'No.' },
  })

test("converts a permanent rejection to a fault of the file, with the failed check's message", () => {
  const callbacks = {
    word: 'fileInput.imageSizeTooLarge',
    params: { width: 9000, height: 9000, maxWidth: 8192, maxHeight: 8192 },
  }
  expect(fileProblemOf(answer('IMAGE_INVALID', 422, callbacks))).toEqual(callbacks)
  expect(
    fileProblemOf(answer('MODEL_INVALID', 422, { word: 'upload.glbOutside', params: { name: 'boot.bin' } })),
  ).toEqual({
    word: 'upload.glbOutside',
    params: { name: 'boot.bin' },
  })
})

test('returns the server’s parameters, sizes and message keys, or a general message if they are invalid', () => {
  const callbacks = {
    word: 'fileInput.wrongColorType',
    params: { name: 'x' },
    sizes: { most: 5 },
    keys: { wanted: 'image.colors.rgb', each: ['image.colors.rgba', 'image.colors.grayscale-alpha'] },
  }
  expect(fileProblemOf(answer('IMAGE_INVALID', 422, callbacks))).toEqual(callbacks)
  expect(fileProblemOf(answer('IMAGE_INVALID', 422, { word: 'x', params: { name: [] } }))).toEqual({
    word: 'error.IMAGE_INVALID',
  })
})

test('uses a message for the error code if the response states no failed check', () => {
  expect(fileProblemOf(answer('FILE_TOO_LARGE', 413, { kind: 'glb', maxBytes: 1 }))).toEqual({
    word: 'error.FILE_TOO_LARGE',
  })
  expect(fileProblemOf(answer('WRONG_FILE_TYPE', 415))).toEqual({ word: 'error.WRONG_FILE_TYPE' })
})

test('returns null for errors that a retry may fix', () => {
  expect([
    fileProblemOf(answer('QUOTA_EXCEEDED', 413)),
    fileProblemOf(answer('INTERNAL', 500)),
    fileProblemOf(answer('CHECKSUM_MISMATCH', 460)),
    fileProblemOf(new ApiError('FETCH_ERROR', 'files')),
    fileProblemOf(new Error('boom')),
  ]).toEqual([null, null, null, null, null])
})
