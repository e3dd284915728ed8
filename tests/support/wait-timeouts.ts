import { vi } from 'vitest'

/**
 * Minimum timeout of `vi.waitFor` and timeout of Testing Library, in milliseconds. The default of one second is too short on a
 * busy machine.
 */
const WAIT_TIMEOUT_MS = 45_000

const { waitFor } = vi
vi.waitFor = (callback, options = {}) => {
  const { timeout = 0, ...otherOptions } = typeof options === 'number' ? { timeout: options } : options
  return waitFor(callback, { ...otherOptions, timeout: Math.max(timeout, WAIT_TIMEOUT_MS) })
}

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: WAIT_TIMEOUT_MS })
}
