import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

/** How long a toast that is not an error stays, in milliseconds (look.md §9). */
export const TOAST_MS = 8000

/** How many toasts stand at once; older ones wait out of sight (look.md §9). */
export const TOAST_MAX = 3

/** What a toast says and offers. */
export interface ToastWords {
  /** What happened: "Tag “kiln-fired” deleted". */
  text: string
  /** A second, quieter line. */
  detail?: string | undefined
  /** A button with what to do about it: "Undo", "Try again", "View". The toast leaves when it is pressed. */
  action?: { label: string; onAction: () => void } | undefined
}

/** A toast as the region shows it: `undo` counts its time in a ring, `ok` and `bad` carry a glyph, `note` is neither. */
export interface ToastContent extends ToastWords {
  kind: 'undo' | 'ok' | 'note' | 'bad'
}

/** The toasts of an app: words go in here, {@link ToastRegion} shows them. */
export interface Toasts {
  queue: ToastQueue<ToastContent>
  /** Something was done and can be taken back for 8 s; `onGone` hears that it left, in whichever way. Returns the toast's key for `close`. */
  undo(words: ToastWords, onGone?: () => void): string
  /** Something went well. Leaves after 8 s. */
  ok(words: ToastWords): string
  /** Nothing was to be done, and nothing failed. Leaves after 8 s. */
  note(words: ToastWords): string
  /** Something failed. Stays until it is dismissed. */
  bad(words: ToastWords): string
  close(key: string): void
}

/** Makes an empty store of toasts; one per app. */
export function createToasts(): Toasts {
  const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: TOAST_MAX })
  return {
    queue,
    undo: (words, onGone) =>
      queue.add({ ...words, kind: 'undo' }, { timeout: TOAST_MS, ...(onGone && { onClose: onGone }) }),
    ok: (words) => queue.add({ ...words, kind: 'ok' }, { timeout: TOAST_MS }),
    note: (words) => queue.add({ ...words, kind: 'note' }, { timeout: TOAST_MS }),
    bad: (words) => queue.add({ ...words, kind: 'bad' }),
    close: (key) => queue.close(key),
  }
}
