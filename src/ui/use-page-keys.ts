import { useEffectEvent, useLayoutEffect } from 'react'
import { isOverlayOpen } from './kit/overlays/is-overlay-open.ts'
import { areSingleKeyShortcutsEnabled } from './preferences.ts'

/** Subscribes to key presses on the page that no control has stopped. Inactive while `isOn` is false. */
export function usePageKeys(onKeyDown: (event: KeyboardEvent) => void, isOn = true): void {
  const handleKey = useEffectEvent(onKeyDown)
  // A layout effect: the user may press a key as soon as its hint is painted, before passive effects run.
  useLayoutEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isOn])
}

/**
 * Subscribes to single-character shortcuts such as `/`. Ignores keys with modifiers, in fields and below overlays. Speech users
 * can turn them off (WCAG 2.1.4).
 */
export function useSingleKeyShortcuts(onKeyDown: (event: KeyboardEvent) => void, isOn = true): void {
  usePageKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!hasOwnKeyHandling(event.target) && areSingleKeyShortcutsEnabled()) onKeyDown(event)
  }, isOn)
}

/** Returns whether a key event belongs to its target: a field, or anything below an overlay. */
export function hasOwnKeyHandling(target: EventTarget | null): boolean {
  if (isOverlayOpen()) return true
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
