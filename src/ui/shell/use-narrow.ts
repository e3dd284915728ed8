import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react'

/** Whether an element is narrower than so many pixels; before it is drawn, whether the window is. */
export function useNarrow(element: RefObject<Element | null>, least: number): boolean {
  const width = useRef<number>(undefined)
  const subscribe = useCallback(
    (changed: () => void) => {
      const seen = new ResizeObserver(([entry]) => {
        // Drawn before it has its place in the page, it has no width either.
        if (!element.current?.isConnected) return
        width.current = entry!.contentRect.width
        changed()
      })
      seen.observe(element.current!)
      return () => seen.disconnect()
    },
    [element],
  )
  return useSyncExternalStore(subscribe, () =>
    width.current === undefined ? matchMedia(`(max-width: ${least - 0.02}px)`).matches : width.current < least,
  )
}
