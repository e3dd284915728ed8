import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast'

/** Display time of toasts other than errors, in milliseconds (design guide §9). */
export const TOAST_DURATION_MS = 8000

/** Maximum number of visible toasts; older ones are queued (design guide §9). */
export const MAX_VISIBLE_TOASTS = 3

export interface ToastMessage {
  /** Message: "Tag “kiln-fired” deleted". */
  text: string
  detail?: string | undefined
  /** Button of the toast: "Undo", "Try again", "View". Pressing it closes the toast. */
  action?: { label: string; onAction: () => void } | undefined
}

/** Toast in the queue. `undo` shows the remaining time as a ring; the other kinds show an icon. */
export interface ToastContent extends ToastMessage {
  kind: 'undo' | 'ok' | 'note' | 'bad'
}

/** Toasts of an app, shown by {@link ToastRegion}. */
export interface Toasts {
  queue: ToastQueue<ToastContent>
  /**
   * Reports an action with Undo; closes after 8 s. `onGone` is called when the toast has closed for any reason. Returns the key
   * for `close`.
   */
  undo(message: ToastMessage, onClosed?: () => void): string
  /** Reports success. Closes after 8 s. */
  success(message: ToastMessage): string
  /** Reports something that is neither success nor failure. Closes after 8 s. */
  info(message: ToastMessage): string
  /** Reports a failure. Stays until dismissed. */
  error(message: ToastMessage): string
  close(key: string): void
}

export function createToasts(): Toasts {
  const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: MAX_VISIBLE_TOASTS })
  return {
    queue,
    undo: (message, onClosed) =>
      queue.add({ ...message, kind: 'undo' }, { timeout: TOAST_DURATION_MS, ...(onClosed && { onClose: onClosed }) }),
    success: (message) => queue.add({ ...message, kind: 'ok' }, { timeout: TOAST_DURATION_MS }),
    info: (message) => queue.add({ ...message, kind: 'note' }, { timeout: TOAST_DURATION_MS }),
    error: (message) => queue.add({ ...message, kind: 'bad' }),
    close: (key) => queue.close(key),
  }
}
