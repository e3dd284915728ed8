import { setTimeout as pause } from 'node:timers/promises'

/** Waits for something, but not longer than so many milliseconds; rejects as it does. */
export async function orAfter(it: Promise<unknown>, ms: number): Promise<void> {
  const late = new AbortController()
  try {
    await Promise.race([it, pause(ms, undefined, { signal: late.signal }).catch(() => {})])
  } finally {
    late.abort()
  }
}
