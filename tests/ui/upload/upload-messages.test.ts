import { expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import {
  describeUploadProblem,
  describeUploadStatus,
  type UploadSnapshot,
} from '../../../src/ui/upload/upload-messages.ts'
import { createTranslateFor } from '../../support/translate.ts'

test.each([
  ['empty', 'Upload a model'],
  ['sent', 'Upload a model'],
  ['sending', undefined],
  ['checking', undefined],
])('shows the error of the form only while no upload runs: %s', (state, text) => {
  const context = { problem: null, error: null }
  const upload = { context, matches: (name: unknown) => name === state } as unknown as UploadSnapshot
  const problem = describeUploadProblem(upload, 'Upload a model', createTranslateFor('en'), 'en')
  expect(problem).toEqual({ text, isInvalid: text !== undefined })
})

/** Creates the snapshot of an upload in a state, such as "sending.active.waiting". */
const uploadIn = (state: string, context: object) => {
  const pathOf = (name: unknown): string =>
    typeof name === 'object' && name
      ? Object.entries(name).map(([key, value]) => `${key}.${pathOf(value)}`)[0]!
      : `${name}`
  const matches = (name: unknown) => `${state}.`.startsWith(`${pathOf(name)}.`)
  return { context: { problem: null, error: null, file: null, ...context }, matches } as unknown as UploadSnapshot
}

test('shows why a file was rejected instead of the error of the form, and why an upload failed', () => {
  const problemOf = (upload: UploadSnapshot) =>
    describeUploadProblem(upload, 'Upload a model', createTranslateFor('en'), 'en')
  const problem = { word: 'upload.tooLarge', sizes: { size: 60 * 1024 ** 2, max: 50 * 1024 ** 2 } }
  expect(problemOf(uploadIn('empty', { problem }))).toEqual({
    text: '60 MB is too large. The limit is 50 MB.',
    isInvalid: true,
  })
  expect(problemOf(uploadIn('failed', { error: new ApiError('FETCH_ERROR', 'files') }))).toEqual({
    text: 'Atelier can’t reach the service. Check your connection.',
    isInvalid: false,
  })
})

test.each([
  ['checking', 'Checking cap.glb'],
  ['sending.paused', 'cap.glb paused'],
  ['sending.active.waiting', 'cap.glb queued'],
  ['sending.active.transferring', 'Uploading cap.glb'],
  ['sending.active.retrying', 'Connection lost. cap.glb resumes automatically.'],
  ['sent', 'cap.glb uploaded'],
  ['failed', ''],
])('announces an upload in the state %s as “%s”', (state, text) => {
  const translate = createTranslateFor('en')
  expect(describeUploadStatus(uploadIn(state, { file: new File([], 'cap.glb') }), translate)).toBe(text)
  expect(describeUploadStatus(uploadIn(state, {}), translate)).toBe('')
})
