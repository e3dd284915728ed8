import { expect, test } from 'vitest'
import { retryWait } from '../../server/retry-wait.ts'

test('what fails is tried again after twice as long each time, and after four seconds at most', () => {
  expect([0, 1, 2, 3, 4, 5, 5000].map(retryWait)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000])
})
