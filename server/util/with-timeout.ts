import { setTimeout as pause } from 'node:timers/promises'

/** Waits for a promise, but at most `ms` milliseconds. Rejects if the promise rejects in that time. */
export async function withTimeout(promise: Promise<unknown>, ms: number): Promise<void> {
  const timeout = new AbortController()
  try {
    await Promise.race([promise, pause(ms, undefined, { signal: timeout.signal }).catch(() => {})])
  } finally {
    timeout.abort()
  }
}
