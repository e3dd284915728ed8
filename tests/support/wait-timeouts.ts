import { vi } from 'vitest'

/**
 * Minimum timeout of `waitFor`, in milliseconds. On a busy machine the default of one second is too short. Tests fail by what
 * they do not find, not by the load of the machine.
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
