/** Time without scroll events after which scrolling has ended, in milliseconds. */
export const SCROLL_END_MS = 120

/**
 * Marks a scroll container with `data-passing` while it scrolls. Style sheets then disable hover effects, which would cost more
 * of a frame than layout. Returns a function that stops the marking.
 */
export function markScrolling(scroller: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onRest = () => {
    clearTimeout(timer)
    delete scroller.dataset['passing']
  }
  const onScroll = () => {
    clearTimeout(timer)
    timer = setTimeout(onRest, SCROLL_END_MS)
    if (scroller.dataset['passing'] === undefined) scroller.dataset['passing'] = ''
  }
  // `scrollend` does not work here: it fires after each step of a mouse wheel, and some browsers lack it.
  scroller.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    scroller.removeEventListener('scroll', onScroll)
    onRest()
  }
}
