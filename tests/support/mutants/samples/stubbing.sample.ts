import { expect, test, vi } from 'vitest'
import { count, state } from './late.ts'

// The mutant that always counts ends this test before it restores the global.
test('nothing is counted', async () => {
  vi.stubGlobal('structuredClone', () => 'stubbed')
  state.counted = 0
  count(false)
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(state.counted).toBe(0)
  vi.unstubAllGlobals()
})
