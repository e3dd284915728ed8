import { expect, test } from 'vitest'
import { state } from './late.ts'

test('something is counted', () => {
  expect(state.counted).toBe(1)
})
