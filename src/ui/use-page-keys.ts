import { useEffectEvent, useLayoutEffect } from 'react'
import { isOverlayOpen } from './kit/overlays/is-overlay-open.ts'
import { areSingleKeyShortcutsEnabled } from './preferences.ts'

/**
 * Subscribes to key presses on the page, except those whose propagation a control has stopped. Inactive while `isOn` is false.
 */
export function usePageKeys(onKeyDown: (event: KeyboardEvent) => void, isOn = true): void {
  const handleKey = useEffectEvent(onKeyDown)
  // A layout effect: the user may press a key as soon as its shortcut hint is painted, before passive effects run.
  useLayoutEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isOn])
}

/**
 * Subscribes to single-character shortcuts such as `/`. Ignores keys with modifiers, keys in fields, and keys while an overlay is
 * open. Users of speech input can disable these shortcuts (WCAG 2.1.4).
 */
export function useSingleKeyShortcuts(onKeyDown: (event: KeyboardEvent) => void, isOn = true): void {
  usePageKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!hasOwnKeyHandling(event.target) && areSingleKeyShortcutsEnabled()) onKeyDown(event)
  }, isOn)
}

/** Returns whether the page must not handle a key event, because its target is a field or an overlay is open. */
export function hasOwnKeyHandling(target: EventTarget | null): boolean {
  if (isOverlayOpen()) return true
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
