import { useEffectEvent, useLayoutEffect } from 'react'
import { isCovered } from './kit/overlays.ts'
import { singleKeysWork } from './preferences.ts'

/** Hears every key pressed on the page that no control has kept to itself; none while `isOn` is false. */
export function usePageKeys(hear: (event: KeyboardEvent) => void, isOn = true): void {
  const heard = useEffectEvent(hear)
  // Whoever sees what a key is for may press it at once: effects that come after painting would miss it.
  useLayoutEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => heard(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

/**
 * Hears keys of a single character, such as `/`: neither while something is typed or stands over the page, nor with another
 * key held. People who speak to their machine may turn them off (WCAG 2.1.4).
 */
export function useSingleKeys(hear: (event: KeyboardEvent) => void, isOn = true): void {
  usePageKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!isTaken(event.target) && singleKeysWork()) hear(event)
  }, isOn)
}

/** Whether a key pressed there belongs to what is there: a field, or an overlay. */
export function isTaken(target: EventTarget | null): boolean {
  if (isCovered()) return true
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
