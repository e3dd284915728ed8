export interface ElementVisibility {
  isVisible: () => boolean
  stop: () => void
}

const isInWindow = ({ top, bottom, left, right }: DOMRect): boolean =>
  bottom >= 0 && right >= 0 && top <= innerHeight && left <= innerWidth

/** Observes the element's size in CSS pixels, and whether the element is on screen in a visible page. */
export function observeVisibility(
  element: HTMLElement,
  {
    onVisibilityChange,
    onResize,
  }: { onVisibilityChange: () => void; onResize: (width: number, height: number) => void },
): ElementVisibility {
  let isOnScreen = isInWindow(element.getBoundingClientRect())
  const resizeObserver = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {}
    if (width > 0 && height > 0) onResize(width, height)
  })
  const intersectionObserver = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? true
    onVisibilityChange()
  })
  resizeObserver.observe(element)
  intersectionObserver.observe(element)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return {
    isVisible: () => isOnScreen && document.visibilityState === 'visible',
    stop: () => {
      resizeObserver.disconnect()
      intersectionObserver.disconnect()
      document.removeEventListener('visibilitychange', onVisibilityChange)
    },
  }
}
