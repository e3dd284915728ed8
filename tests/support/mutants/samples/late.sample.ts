import { beforeEach, expect, test } from 'vitest'
import { count, state } from './late.ts'

beforeEach(() => {
  state.counted = 0
})

// A mutant can increment the counter after a delay, during the try of the next mutant. That next mutant must not count as killed.
test('nothing is counted', async () => {
  count(false)
  await new Promise((resolve) => setTimeout(resolve, 12))
  expect(state.counted).toBe(0)
})
