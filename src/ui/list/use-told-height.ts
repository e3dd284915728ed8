import { type RefObject, useLayoutEffect } from 'react'

/** Tells what stands around an element how high it is, in pixels, as the custom property `name` of its parent, for as long as it is there. */
export function useToldHeight(element: RefObject<HTMLElement | null>, name: `--${string}`): void {
  useLayoutEffect(() => {
    const own = element.current
    const around = own?.parentElement
    if (!own || !around) return
    const tell = () => around.style.setProperty(name, `${own.offsetHeight}px`)
    tell()
    const resized = new ResizeObserver(tell)
    resized.observe(own)
    return () => {
      resized.disconnect()
      around.style.removeProperty(name)
    }
  }, [element, name])
}
