import { type RefObject, useEffect } from 'react'

export interface FocusRestorationOptions {
  /** Rows shown. The effect compares them by identity. */
  rows: readonly unknown[]
  /** Whether the user has run an action on a row since the last change of rows. */
  hasActed: { current: boolean }
  isSelecting: boolean
}

/** Moves the focus to the list after an action on a row, or the end of a selection, has removed the focused element. */
export function useFocusRestoration(
  scroller: RefObject<HTMLElement | null>,
  { rows, hasActed, isSelecting }: FocusRestorationOptions,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of rows may have removed the focused element
  useEffect(() => {
    if (hasActed.current) restoreFocusToList(scroller)
    hasActed.current = false
  }, [rows])

  useEffect(() => {
    if (!isSelecting) return
    // The selection toolbar and the phone's checkboxes unmount, and with them the focused element.
    return () => restoreFocusToList(scroller)
  }, [isSelecting, scroller])
}

/** Moves the focus to the list when the focused element was removed. */
function restoreFocusToList(scroller: RefObject<HTMLElement | null>): void {
  if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
}
