import { beforeEach, expect, test } from 'vitest'
import { count, state } from './late.ts'

beforeEach(() => {
  state.counted = 0
})

// A mutant that counts does so only during the next try, which would then fail without a fault of its own.
test('nothing is counted', async () => {
  count(false)
  await new Promise((resolve) => setTimeout(resolve, 12))
  expect(state.counted).toBe(0)
})
