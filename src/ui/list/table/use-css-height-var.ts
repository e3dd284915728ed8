import { type RefObject, useLayoutEffect } from 'react'

/** Publishes an element's height in pixels as the custom property `name` of its parent, while it is mounted. */
export function useCssHeightVar(element: RefObject<HTMLElement | null>, name: `--${string}`): void {
  useLayoutEffect(() => {
    const target = element.current
    const parent = target?.parentElement
    if (!target || !parent) return
    const updateVar = () => parent.style.setProperty(name, `${target.offsetHeight}px`)
    updateVar()
    const observer = new ResizeObserver(updateVar)
    observer.observe(target)
    return () => {
      observer.disconnect()
      parent.style.removeProperty(name)
    }
  }, [element, name])
}
