import { del, delMany, get, keys, set } from 'idb-keyval'

/** A text kept under a key beyond a reload; where storage is denied or full it lasts as long as the page. */
export interface KeptText {
  read(): string | null
  write(text: string | null): void
  /** Told when another tab changed the text; gives back how to stop. */
  onOtherTab(listener: (text: string | null) => void): () => void
}

/** Keeps a text in the browser's local storage. */
export function keptText(key: string): KeptText {
  let remembered: string | null = null
  let isRemembering = false
  return {
    read() {
      if (isRemembering) return remembered
      try {
        return localStorage.getItem(key)
      } catch {
        return remembered
      }
    },
    write(text) {
      remembered = text
      isRemembering = !attempt(() => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)))
      // Full: what stands there is older than what is remembered, and must not come back after a reload.
      if (isRemembering) attempt(() => localStorage.removeItem(key))
    },
    onOtherTab(listener) {
      const hear = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener(event.key === null ? null : event.newValue)
      }
      window.addEventListener('storage', hear)
      return () => window.removeEventListener('storage', hear)
    },
  }
}

const REFRESHED = 'refreshed'

/** What the latest refresh in any tab spent, and the text that was kept after it. */
export interface Refreshed {
  spent: string
  kept: string
}

/** For how long a refresh waits for IndexedDB, in milliseconds. */
const PATIENCE_MS = 500

/**
 * Tells the other tabs of a refresh, in IndexedDB, where they see it at once: what is written to local storage reaches
 * another tab's process late (200 ms were seen in Chromium). Where storage is denied, or hangs, nobody is told.
 */
export const refreshed = {
  read: () => soon(() => get<Refreshed>(REFRESHED)),
  write: (it: Refreshed) => soon(() => set(REFRESHED, it)),
  forget: () => soon(() => del(REFRESHED)),
}

/** What a task gives; nothing when it fails, be it before it began, or takes too long. */
async function soon<T>(task: () => Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
  })
  try {
    return await Promise.race([task(), late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Does what a browser may refuse, storage being denied or full; tells whether it was done. */
function attempt(task: () => void): boolean {
  try {
    task()
    return true
  } catch {
    return false
  }
}

/** What tus-js-client calls the addresses of unfinished uploads in local storage. */
const UPLOAD_KEYS = /^tus::/

/**
 * Forgets drafts, unfinished uploads and all else that was kept on this device, but what has a key like `but`; where storage
 * is denied there was nothing to forget.
 */
export async function forgetWork({ but }: { but?: RegExp } = {}): Promise<void> {
  attempt(() => {
    const all = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    for (const key of all) if (UPLOAD_KEYS.test(key)) localStorage.removeItem(key)
  })
  try {
    await delMany((await keys()).filter((key) => !but?.test(String(key))))
  } catch {
    // Denied: nothing was ever kept.
  }
}
