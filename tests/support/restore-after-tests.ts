import { afterEach, vi } from 'vitest'

// Test files in the same process share globals. After each test, unmounts what Testing Library rendered and restores timers, globals
// and spied methods. Hooks of a test file run earlier.
afterEach(async () => {
  if ('document' in globalThis && document.body.hasChildNodes()) (await import('@testing-library/react')).cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
