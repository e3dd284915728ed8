import { expect, test } from 'vitest'
import { describeUploadProblem, type UploadSnapshot } from '../../../src/ui/upload/upload-messages.ts'
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
