import { expect, test } from 'vitest'
import { backoffMs } from '../../../server/util/backoff.ts'

test('doubles the delay of each retry, up to four seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 5000].map(backoffMs)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000])
})
