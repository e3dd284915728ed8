/** What is done on a page by and by, and how it ends. */
const GESTURES = {
  pointerdown: ['pointerup', 'pointercancel'],
  // A finger that scrolls is no pointer any more.
  touchstart: ['touchend', 'touchcancel'],
  compositionstart: ['compositionend'],
}

/** How long after its end a gesture may still become a click, in milliseconds. */
const CLICK_MS = 50

/** How long is waited for its end at most, in milliseconds: outside the window nobody hears it. */
const HELD_MS = 1_000

/**
 * Watches what is under way on the page until `signal` says otherwise. What is answered does a thing once nothing is: a button
 * that leaves the page while it is held down is never pressed, and a word that is composed is torn.
 */
export function watchGestures(signal: AbortSignal): (then: () => void) => void {
  const underWay = new Set<string>()
  const waiting = new Set<() => void>()
  const rest = () => {
    if (underWay.size > 0) return
    for (const then of waiting) then()
    waiting.clear()
  }
  for (const [begin, ends] of Object.entries(GESTURES)) {
    let last = 0
    document.addEventListener(
      begin,
      () => {
        last += 1
        underWay.add(begin)
      },
      { signal, passive: true },
    )
    const end = () => {
      const ended = last
      setTimeout(() => {
        if (ended !== last) return
        underWay.delete(begin)
        rest()
      }, CLICK_MS)
    }
    for (const name of ends) document.addEventListener(name, end, { signal, passive: true })
  }
  return (then) => {
    if (underWay.size === 0) return then()
    if (waiting.has(then)) return
    waiting.add(then)
    setTimeout(then, HELD_MS)
  }
}
