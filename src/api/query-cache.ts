/** Time that a response is cached after its last use, in milliseconds (Spec §7, §9). */
export const CACHE_TTL_MS = 60_000

/** Cache of recent responses. Views show a cached response while a new request is in flight. */
export interface QueryCache {
  /** Returns the cached value of a key, and restarts its time to live. */
  get(key: string): unknown
  put(key: string, value: unknown): void
  /** Removes everything, so that the next user to sign in does not see it. */
  clear(): void
}

export function createQueryCache(ttlMs = CACHE_TTL_MS): QueryCache {
  const entries = new Map<string, { value: unknown; timer: ReturnType<typeof setTimeout> }>()
  const remove = (key: string) => {
    clearTimeout(entries.get(key)?.timer)
    entries.delete(key)
  }
  const put = (key: string, value: unknown) => {
    remove(key)
    entries.set(key, { value, timer: setTimeout(() => entries.delete(key), ttlMs) })
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry) put(key, entry.value)
      return entry?.value
    },
    put,
    clear: () => [...entries.keys()].forEach(remove),
  }
}
