/** Where an element is seen, and how large. */
export interface Place {
  isSeen: () => boolean
  leave: () => void
}

/** Whether an element of this place lies in the window, at least by its edge. */
const isInWindow = ({ top, bottom, left, right }: DOMRect): boolean =>
  bottom >= 0 && right >= 0 && top <= innerHeight && left <= innerWidth

/** Watches whether `element` is on the screen of a visible page, and its size in CSS pixels. */
export function watchPlace(
  element: HTMLElement,
  { onSight, onResize }: { onSight: () => void; onResize: (width: number, height: number) => void },
): Place {
  let isOnScreen = isInWindow(element.getBoundingClientRect())
  const resizing = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {}
    if (width > 0 && height > 0) onResize(width, height)
  })
  const crossing = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? true
    onSight()
  })
  resizing.observe(element)
  crossing.observe(element)
  document.addEventListener('visibilitychange', onSight)
  return {
    isSeen: () => isOnScreen && document.visibilityState === 'visible',
    leave: () => {
      resizing.disconnect()
      crossing.disconnect()
      document.removeEventListener('visibilitychange', onSight)
    },
  }
}
