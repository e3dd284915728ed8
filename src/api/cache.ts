/** How long an answer is kept after its last use, in milliseconds (Spec §7, §9). */
export const KEPT_MS = 60_000

/** Answers that were given a moment ago, to be shown at once while they are asked for again. */
export interface Cache {
  /** What is kept under a key; looking counts as use. */
  get(key: string): unknown
  put(key: string, value: unknown): void
  /** Forgets everything: who signs in next must not see it. */
  clear(): void
}

/** Makes an empty cache; it lasts as long as the page. */
export function createCache(keptMs = KEPT_MS): Cache {
  const kept = new Map<string, { value: unknown; timer: ReturnType<typeof setTimeout> }>()
  const forget = (key: string) => {
    clearTimeout(kept.get(key)?.timer)
    kept.delete(key)
  }
  const put = (key: string, value: unknown) => {
    forget(key)
    kept.set(key, { value, timer: setTimeout(() => kept.delete(key), keptMs) })
  }
  return {
    get(key) {
      const held = kept.get(key)
      if (held) put(key, held.value)
      return held?.value
    },
    put,
    clear: () => [...kept.keys()].forEach(forget),
  }
}
