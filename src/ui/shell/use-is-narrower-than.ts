import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react'

/** Returns whether an element is narrower than `minWidth` pixels. Uses the window's width before the first layout. */
export function useIsNarrowerThan(element: RefObject<Element | null>, minWidth: number): boolean {
  const width = useRef<number>(undefined)
  const subscribe = useCallback(
    (changed: () => void) => {
      const observer = new ResizeObserver(([entry]) => {
        // A detached element has no width.
        if (!element.current?.isConnected) return
        width.current = entry!.contentRect.width
        changed()
      })
      observer.observe(element.current!)
      return () => observer.disconnect()
    },
    [element],
  )
  return useSyncExternalStore(subscribe, () =>
    width.current === undefined ? matchMedia(`(max-width: ${minWidth - 0.02}px)`).matches : width.current < minWidth,
  )
}
