// Test files in the same process share the page. Each file starts with an empty page at the same URL, without focus and without
// stored data.
import { afterAll, vi } from 'vitest'

const FRAME_MS = 16

/** Number of frames to wait for at the end of a file. A stage that a test leaves mounted requests frames without end. */
const MAX_FINAL_FRAMES = 10

if ('document' in globalThis) {
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  getSelection()?.removeAllRanges()
  installFrameTimers()
  // jsdom has no canvas, and reports every request for its context as not implemented.
  HTMLCanvasElement.prototype.getContext = () => null
  registerSearchElement()
  // jsdom has no CSS object. This stub suffices, because the ids that React Aria escapes contain only letters, digits and dashes.
  globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS
  // jsdom cannot scroll. Elements lack the method, and the window reports every call as not implemented.
  window.scrollTo = () => {}
  Element.prototype.scrollTo = () => {}
  // jsdom computes no layout, so the observer never fires.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
}

/**
 * Gives each animation frame its own timer of the real clock. jsdom drives frames with one interval that runs while a frame is
 * requested. If that interval starts while a test has fake timers, the interval never ticks, and all later frames are lost.
 */
function installFrameTimers(): void {
  const globals = globalThis as { atelierClock?: { setTimer: typeof setTimeout; clearTimer: typeof clearTimeout } }
  globals.atelierClock ??= { setTimer: setTimeout, clearTimer: clearTimeout }
  const { setTimer, clearTimer } = globals.atelierClock
  const pendingFrames = new Set<number>()
  globalThis.requestAnimationFrame = (draw) => {
    const frame = Number(
      setTimer(() => {
        pendingFrames.delete(frame)
        draw(performance.now())
      }, FRAME_MS),
    )
    pendingFrames.add(frame)
    return frame
  }
  globalThis.cancelAnimationFrame = (frame) => {
    pendingFrames.delete(frame)
    clearTimer(frame)
  }
  // A frame after the end of the file would run without its page. Cancelling it instead would stop the loop of React Three Fiber
  // for all later files.
  afterAll(async () => {
    for (let wait = 0; wait < MAX_FINAL_FRAMES && pendingFrames.size > 0; wait += 1)
      await new Promise((resolve) => setTimer(resolve, FRAME_MS))
  })
}

/**
 * Lets React accept the HTML element `search`, which jsdom does not know. React detects unknown elements by this string tag and
 * warns.
 */
function registerSearchElement(): void {
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
    configurable: true,
    get(this: Element) {
      return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
    },
  })
}

// A module whose import is still running when the test file ends would be evaluated without a page. The process would cache the
// failed module for all later test files.
afterAll(() => vi.dynamicImportSettled())
