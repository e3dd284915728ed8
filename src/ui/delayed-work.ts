/** Functions that run delayed work immediately, one per view with such work. */
const pendingFlushes = new Set<() => Promise<unknown>>()

/** Maximum wait for delayed work, in milliseconds, because the server may not respond. */
const MAX_FLUSH_WAIT_MS = 1000

/** Registers a function that runs delayed work immediately. Returns a function that unregisters it. */
export const registerDelayedWork = (flush: () => Promise<unknown>): (() => void) => {
  pendingFlushes.add(flush)
  return () => void pendingFlushes.delete(flush)
}

/**
 * Runs all work that waits for its Undo to expire. Called before a session ends, because the work needs that session, and before
 * its result is viewed.
 */
export async function flushDelayedWork(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, MAX_FLUSH_WAIT_MS)
  })
  await Promise.race([Promise.allSettled([...pendingFlushes].map((flush) => flush())), timeout])
  clearTimeout(timer)
}
