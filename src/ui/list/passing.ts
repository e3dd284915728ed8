/** How long after the last scroll the rows stand still, in milliseconds. */
export const STILL_MS = 120

/**
 * Marks an element with `data-passing` while what is in it is scrolled: rows that pass under a pointer that rests need not
 * light up and grow one after the other, which takes more of a frame than laying them out. Gives back how to stop.
 */
export function markPassing(scroller: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    clearTimeout(timer)
    delete scroller.dataset['passing']
  }
  const pass = () => {
    clearTimeout(timer)
    timer = setTimeout(rest, STILL_MS)
    if (scroller.dataset['passing'] === undefined) scroller.dataset['passing'] = ''
  }
  // `scrollend` would not do: one comes after each step of a wheel that is turned, and some browsers have none.
  scroller.addEventListener('scroll', pass, { passive: true })
  return () => {
    scroller.removeEventListener('scroll', pass)
    rest()
  }
}
