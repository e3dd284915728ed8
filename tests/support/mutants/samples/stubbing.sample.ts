import { expect, test, vi } from 'vitest'
import { count, state } from './late.ts'

// The last mutant, which counts down, ends this test before it restores the global.
test('something is counted', async () => {
  vi.stubGlobal('structuredClone', () => 'stubbed')
  state.counted = 0
  count(true)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(state.counted).toBe(1)
  vi.unstubAllGlobals()
})
