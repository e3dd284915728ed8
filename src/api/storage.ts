import { del, delMany, get, keys, set } from 'idb-keyval'

/** A text stored under a key across reloads. If storage is denied or full, the text is lost when the page unloads. */
export interface StoredText {
  read(): string | null
  write(text: string | null): void
  /** Subscribes to changes of the text by other tabs; returns the unsubscribe function. */
  onChangeInOtherTab(listener: (text: string | null) => void): () => void
}

export function createStoredText(key: string): StoredText {
  let memoryText: string | null = null
  let isInMemory = false
  return {
    read() {
      if (isInMemory) return memoryText
      try {
        return localStorage.getItem(key)
      } catch {
        return memoryText
      }
    },
    write(text) {
      memoryText = text
      isInMemory = !tryStorage(() => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)))
      // Storage is full. The stored text is outdated, so it must not reappear after a reload.
      if (isInMemory) tryStorage(() => localStorage.removeItem(key))
    },
    onChangeInOtherTab(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener(event.key === null ? null : event.newValue)
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

const REFRESH_RECORD_KEY = 'refreshed'

/** `spent` is the refresh token used by the latest refresh in any tab. `kept` is the text that was stored after this refresh. */
export interface RefreshRecord {
  spent: string
  kept: string
}

/** Maximum time that a refresh waits for IndexedDB, in milliseconds. */
const INDEXED_DB_TIMEOUT_MS = 500

/**
 * Informs the other tabs of a token refresh. Other tabs see a write to IndexedDB immediately, but a write to local storage late
 * (200 ms were measured in Chromium). If storage is denied or hangs, no tab is informed.
 */
export const refreshRecord = {
  read: () => withTimeout(() => get<RefreshRecord>(REFRESH_RECORD_KEY)),
  write: (record: RefreshRecord) => withTimeout(() => set(REFRESH_RECORD_KEY, record)),
  forget: () => withTimeout(() => del(REFRESH_RECORD_KEY)),
}

/** Returns the result of a task; undefined if it throws, rejects or takes too long. */
async function withTimeout<T>(task: () => Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), INDEXED_DB_TIMEOUT_MS)
  })
  try {
    return await Promise.race([task(), timeout])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Runs a storage operation that may throw because storage is denied or full; returns whether it succeeded. */
function tryStorage(task: () => void): boolean {
  try {
    task()
    return true
  } catch {
    return false
  }
}

/** Pattern of the local storage keys in which tus-js-client stores unfinished uploads. */
const TUS_KEY_PATTERN = /^tus::/

/**
 * Deletes the addresses of unfinished uploads, and everything in IndexedDB (drafts, views), except keys that match `except`. Does
 * nothing if storage is denied.
 */
export async function clearLocalData({ except }: { except?: RegExp } = {}): Promise<void> {
  tryStorage(() => {
    const allKeys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    for (const key of allKeys) if (TUS_KEY_PATTERN.test(key)) localStorage.removeItem(key)
  })
  try {
    await delMany((await keys()).filter((key) => !except?.test(String(key))))
  } catch {
    // Storage is denied, so nothing was ever stored.
  }
}
