/** Functions that run delayed work immediately. Each view with delayed work registers one. */
const pendingFlushes = new Set<() => Promise<unknown>>()

/** Maximum wait for delayed work in milliseconds, in case the server does not respond. */
const MAX_FLUSH_WAIT_MS = 1000

/** Registers a function that runs delayed work immediately. Returns a function that unregisters it. */
export const registerDelayedWork = (flush: () => Promise<unknown>): (() => void) => {
  pendingFlushes.add(flush)
  return () => void pendingFlushes.delete(flush)
}

/**
 * Runs all work that is delayed until Undo expires. Called before a session ends, because the work needs that session, and before
 * the user views the work's result.
 */
export async function flushDelayedWork(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, MAX_FLUSH_WAIT_MS)
  })
  await Promise.race([Promise.allSettled([...pendingFlushes].map((flush) => flush())), timeout])
  clearTimeout(timer)
}
