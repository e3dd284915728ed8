import { beforeEach, expect, test } from 'vitest'
import { count, state } from './late.ts'

beforeEach(() => {
  state.counted = 0
})

// A mutant that counts does so after a delay, during the next try. That try would then fail, although its mutant is harmless.
test('nothing is counted', async () => {
  count(false)
  await new Promise((resolve) => setTimeout(resolve, 12))
  expect(state.counted).toBe(0)
})
