import { vi } from 'vitest'

/**
 * Starts a server module, such as a job queue, whose intervals never elapse. So the module learns of other processes' changes
 * only through notifications, and a test of a notification cannot pass because of polling.
 *
 * ```ts
 * const worker = await startWithoutPolling(() => queue().startWorker(perform))
 * ```
 */
export async function startWithoutPolling<T>(start: () => T | Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    return await start()
  } finally {
    vi.useRealTimers()
  }
}
