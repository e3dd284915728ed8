import { beforeEach, expect, test } from 'vitest'
import { count, state } from './late.ts'

beforeEach(() => {
  state.counted = 0
})

test('something may be counted', () => count(false))

// A mutant of the first test increments the counter during the first run of this test.
test('nothing is counted', async () => {
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(state.counted).toBe(0)
})
