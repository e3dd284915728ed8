import { type RefObject, useLayoutEffect } from 'react'

/** Sets the custom property `name` of an element's parent to the height of the mounted element in pixels. */
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
