import { vi } from 'vitest'

/**
 * A machine that runs other things besides takes longer than the second that is usual here: what is looked for is waited for, in
 * milliseconds, and a test fails by what it does not find, never by how busy the machine was.
 */
const PATIENCE_MS = 45_000

const { waitFor } = vi
vi.waitFor = (look, given = {}) => {
  const { timeout = 0, ...rest } = typeof given === 'number' ? { timeout: given } : given
  return waitFor(look, { ...rest, timeout: Math.max(timeout, PATIENCE_MS) })
}

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENCE_MS })
}
