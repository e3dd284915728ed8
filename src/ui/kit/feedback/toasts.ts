import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

/** Display time of toasts other than errors, in milliseconds (design guide §9). */
export const TOAST_DURATION_MS = 8000

/** Maximum number of visible toasts; older ones are queued (design guide §9). */
export const MAX_VISIBLE_TOASTS = 3

/** Content of a toast. */
export interface ToastMessage {
  /** Message: "Tag “kiln-fired” deleted". */
  text: string
  /** Second, less prominent line. */
  detail?: string | undefined
  /** Button of the toast: "Undo", "Try again", "View". Pressing it closes the toast. */
  action?: { label: string; onAction: () => void } | undefined
}

/** Toast in the queue: `undo` shows its remaining time as a ring, `ok`, `note` and `bad` show an icon. */
export interface ToastContent extends ToastMessage {
  kind: 'undo' | 'ok' | 'note' | 'bad'
}

/** Toasts of an app. Code adds messages here; {@link ToastRegion} shows them. */
export interface Toasts {
  queue: ToastQueue<ToastContent>
  /**
   * Reports an action that can be undone for 8 s. `onGone` is called when the toast closes for any reason. Returns the key for
   * `close`.
   */
  undo(message: ToastMessage, onGone?: () => void): string
  /** Reports success. Closes after 8 s. */
  success(message: ToastMessage): string
  /** Reports that there was nothing to do, which is not an error. Closes after 8 s. */
  info(message: ToastMessage): string
  /** Reports a failure. Stays until dismissed. */
  error(message: ToastMessage): string
  close(key: string): void
}

/** Creates an empty toast queue; one per app. */
export function createToasts(): Toasts {
  const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: MAX_VISIBLE_TOASTS })
  return {
    queue,
    undo: (message, onGone) =>
      queue.add({ ...message, kind: 'undo' }, { timeout: TOAST_DURATION_MS, ...(onGone && { onClose: onGone }) }),
    success: (message) => queue.add({ ...message, kind: 'ok' }, { timeout: TOAST_DURATION_MS }),
    info: (message) => queue.add({ ...message, kind: 'note' }, { timeout: TOAST_DURATION_MS }),
    error: (message) => queue.add({ ...message, kind: 'bad' }),
    close: (key) => queue.close(key),
  }
}
