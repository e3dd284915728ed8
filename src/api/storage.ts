import { clear } from 'idb-keyval'

/** A text kept under a key beyond a reload; where storage is denied or full it lasts as long as the page. */
export interface KeptText {
  read(): string | null
  write(text: string | null): void
  /** Told when another tab changed the text; gives back how to stop. */
  onOtherTab(listener: (text: string | null) => void): () => void
}

/** Keeps a text in the browser's local storage. */
export function keptText(key: string): KeptText {
  let fallback: string | null = null
  return {
    read() {
      try {
        return localStorage.getItem(key)
      } catch {
        return fallback
      }
    },
    write(text) {
      fallback = text
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
      } catch {
        // Storage denied or full: this tab goes on with what it remembers.
      }
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

/** What tus-js-client calls the addresses of unfinished uploads in local storage. */
const UPLOAD_KEYS = /^tus::/

/** Forgets drafts and unfinished uploads on this device; where storage is denied there was nothing to forget. */
export async function forgetWork(): Promise<void> {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    for (const key of keys) if (UPLOAD_KEYS.test(key)) localStorage.removeItem(key)
    await clear()
  } catch {
    // Denied: nothing was ever kept.
  }
}
