import { vi } from 'vitest'

// A mutant can end a test before the test restores what it has replaced. The next test file would start with the replacements.
vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
