import { expect, test } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import { mayHelp } from '../../src/api/upload-errors.ts'

test.each([
  [503, true],
  [500, true],
  [429, true],
  [507, false],
  [413, false],
])('after a status of %i sending again may help: %s', (status, helps) => {
  expect(mayHelp(new ApiError('http', 'files', { status }), 1)).toBe(helps)
})
