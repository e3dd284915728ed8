import { useEffectEvent, useLayoutEffect } from 'react'

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
