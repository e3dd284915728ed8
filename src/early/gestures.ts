/** Start events of gestures that take time, with their end events. */
const GESTURES = {
  pointerdown: ['pointerup', 'pointercancel'],
  // A scrolling touch fires `pointercancel`, so touch events are needed too.
  touchstart: ['touchend', 'touchcancel'],
  compositionstart: ['compositionend'],
}

/** Time after the end of a gesture in which the browser may still fire its click, in milliseconds. */
const CLICK_DELAY_MS = 50

/** Maximum wait for the end of a gesture, in milliseconds: an end outside the window fires no event. */
const MAX_GESTURE_MS = 1_000

/**
 * Watches for gestures in progress until `signal` aborts. Returns a function that runs a callback once no gesture is in progress.
 * Removing a button during a press would lose the click, and replacing a field would break an IME composition.
 */
export function createGestureGate(signal: AbortSignal): (callback: () => void) => void {
  const active = new Set<string>()
  const callbacks = new Set<() => void>()
  const runIfIdle = () => {
    if (active.size > 0) return
    for (const callback of callbacks) callback()
    callbacks.clear()
  }
  for (const [startEvent, endEvents] of Object.entries(GESTURES)) {
    let lastStart = 0
    document.addEventListener(
      startEvent,
      () => {
        lastStart += 1
        active.add(startEvent)
      },
      { signal, passive: true },
    )
    const end = () => {
      const startAtEnd = lastStart
      setTimeout(() => {
        if (startAtEnd !== lastStart) return
        active.delete(startEvent)
        runIfIdle()
      }, CLICK_DELAY_MS)
    }
    for (const name of endEvents) document.addEventListener(name, end, { signal, passive: true })
  }
  return (callback) => {
    if (active.size === 0) return callback()
    if (callbacks.has(callback)) return
    callbacks.add(callback)
    setTimeout(callback, MAX_GESTURE_MS)
  }
}
