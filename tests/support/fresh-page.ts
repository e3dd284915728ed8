// Files that share a process share its page: each begins with an empty one, at the same address, with nothing in focus
// and nothing stored.
/** Between two frames, in milliseconds. */
const FRAME_MS = 16

if ('document' in globalThis) {
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  getSelection()?.removeAllRanges()
  keepFrames()
  // Nothing has a size in jsdom, and nobody is told of one.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
}

/**
 * jsdom draws its frames by an interval that lasts while one is asked for. One that began while a test has the clock stopped never
 * ticks, and no frame comes any more for all files of the process. Each frame has a timer of its own here, of the clock that the
 * process began with.
 */
function keepFrames(): void {
  const kept = globalThis as { atelierClock?: { later: typeof setTimeout; drop: typeof clearTimeout } }
  kept.atelierClock ??= { later: setTimeout, drop: clearTimeout }
  const { later, drop } = kept.atelierClock
  globalThis.requestAnimationFrame = (draw) => Number(later(() => draw(performance.now()), FRAME_MS))
  globalThis.cancelAnimationFrame = (frame) => drop(frame)
}

export {}
