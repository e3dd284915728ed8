/**
 * Lets React Three Fiber render in jsdom: a stub WebGL context that accepts every call and draws nothing, and missing observers.
 * Journeys (Playwright tests) check real pixels in a real browser.
 *
 *     const page = stubCanvas()
 *     afterAll(page.restore)
 *
 * To check in a journey that a model is drawn, wait for `[data-state="finished"]` on the viewer's root. The viewer sets this
 * state after the first frame with the model. Compare `page.locator('canvas').screenshot()` with a screenshot of the same region
 * while the state is "loading". The canvas is transparent: pixels without a model show the page's background.
 */

/** Stubs that let jsdom mount a viewer, with controls to notify the observers. */
export interface CanvasStub {
  restore: () => void
  /** Loses the contexts of all existing canvases and fires the browser's events. `restoreContexts` restores the contexts. */
  loseContexts: () => void
  restoreContexts: () => void
  /** Returns the current and the maximum number of contexts that are not lost. */
  contexts: () => { live: number; maximum: number }
  /** Reports to the intersection observers whether the canvases are on screen. */
  setOnScreen: (isOnScreen: boolean) => void
  setPixelRatio: (ratio: number) => void
}

type NamedValues = Record<string, unknown>

/** Installs the stubs. `prefersReducedMotion` is the result of `matchMedia` for queries about reduced motion. */
export function stubCanvas(options: { prefersReducedMotion?: boolean; hasWebgl?: boolean } = {}): CanvasStub {
  const { prefersReducedMotion = false, hasWebgl = true } = options
  const canvases = new Set<HTMLCanvasElement>()
  const lostCanvases = new Set<HTMLCanvasElement>()
  let maxLiveContexts = 0
  const live = () => [...canvases].filter((canvas) => !lostCanvases.has(canvas)).length
  const intersectionCallbacks = new Set<(isOnScreen: boolean) => void>()
  const getContext = HTMLCanvasElement.prototype.getContext
  const originalValues = new Map<string, unknown>()
  const globals: NamedValues = globalThis as unknown as NamedValues
  const install = (name: string, value: unknown) => {
    originalValues.set(name, globals[name])
    globals[name] = value
  }
  const getContextStub = function (this: HTMLCanvasElement, kind: string) {
    if (!hasWebgl || !kind.startsWith('webgl')) return null
    canvases.add(this)
    maxLiveContexts = Math.max(maxLiveContexts, live())
    return stubContext(this, lostCanvases)
  }
  HTMLCanvasElement.prototype.getContext = getContextStub as typeof getContext
  install('ResizeObserver', class extends Observer {})
  install(
    'IntersectionObserver',
    class extends Observer {
      readonly #callback: (isOnScreen: boolean) => void
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        super()
        this.#callback = (isIntersecting) => callback([{ isIntersecting }])
        intersectionCallbacks.add(this.#callback)
      }
      override disconnect() {
        intersectionCallbacks.delete(this.#callback)
      }
    },
  )
  const queries = new Map<() => void, string>()
  install('matchMedia', (media: string) => ({
    media,
    matches: media.includes('reduced-motion') && prefersReducedMotion,
    addEventListener: (_: string, listener: () => void) => queries.set(listener, media),
    removeEventListener: (_: string, listener: () => void) => queries.delete(listener),
  }))
  install('devicePixelRatio', 1)
  const dispatchOnCanvases = (name: string) => {
    for (const canvas of canvases) canvas.dispatchEvent(new Event(name, { cancelable: true }))
  }
  return {
    restore: () => {
      HTMLCanvasElement.prototype.getContext = getContext
      for (const [name, value] of originalValues) globals[name] = value
    },
    loseContexts: () => {
      for (const canvas of canvases) lostCanvases.add(canvas)
      dispatchOnCanvases('webglcontextlost')
    },
    restoreContexts: () => {
      lostCanvases.clear()
      dispatchOnCanvases('webglcontextrestored')
    },
    contexts: () => ({ live: live(), maximum: maxLiveContexts }),
    setOnScreen: (isOnScreen) => {
      for (const callback of intersectionCallbacks) callback(isOnScreen)
    },
    setPixelRatio: (ratio) => {
      const outdatedQueries = [...queries].filter(
        ([, media]) => media === `(resolution: ${globals['devicePixelRatio']}dppx)`,
      )
      globals['devicePixelRatio'] = ratio
      for (const [listener] of outdatedQueries) listener()
    },
  }
}

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const contexts = new WeakMap<HTMLCanvasElement, unknown>()

/**
 * Returns the stub context of a canvas. Constants are numbers, `createX` returns an object, every shader compiles, and nothing is
 * drawn.
 */
function stubContext(canvas: HTMLCanvasElement, lostCanvases: Set<HTMLCanvasElement>): unknown {
  const existingContext = contexts.get(canvas)
  if (existingContext) return existingContext
  const constants = new Map<string, number>()
  const calls: NamedValues = {
    getContextAttributes: () => ({ alpha: true, antialias: true }),
    getExtension: (name: string) => {
      if (name === 'WEBGL_lose_context')
        return { loseContext: () => lostCanvases.add(canvas), restoreContext: () => {} }
      // three.js warns without this extension.
      return name === 'EXT_color_buffer_float' ? {} : null
    },
    getSupportedExtensions: () => [],
    getShaderPrecisionFormat: () => ({ precision: 23, rangeMin: 127, rangeMax: 127 }),
    getShaderParameter: () => true,
    getShaderInfoLog: () => '',
    getProgramInfoLog: () => '',
    isContextLost: () => lostCanvases.has(canvas),
    getError: () => 0,
    getUniformLocation: () => null,
    getAttribLocation: () => -1,
  }
  const constant = (name: string) => {
    if (!constants.has(name)) constants.set(name, constants.size + 1)
    return constants.get(name)
  }
  calls.checkFramebufferStatus = () => constant('FRAMEBUFFER_COMPLETE')
  calls.getProgramParameter = (_: unknown, parameter: number) =>
    parameter === constant('ACTIVE_UNIFORMS') || parameter === constant('ACTIVE_ATTRIBUTES') ? 0 : true
  calls.getParameter = (parameter: number) => {
    if (parameter === constant('VERSION')) return 'WebGL 2.0'
    if (parameter === constant('SHADING_LANGUAGE_VERSION')) return 'WebGL GLSL ES 3.00'
    return parameter === constant('VIEWPORT') || parameter === constant('SCISSOR_BOX') ? [0, 0, 300, 150] : 4096
  }
  const context = new Proxy(calls, {
    get: (target, name) => {
      if (name === 'canvas') return canvas
      if (name === 'drawingBufferWidth') return canvas.width
      if (name === 'drawingBufferHeight') return canvas.height
      if (typeof name !== 'string') return undefined
      if (name in target) return target[name]
      if (/^[A-Z][A-Z0-9_]*$/.test(name)) return constant(name)
      return name.startsWith('create') ? () => ({}) : () => undefined
    },
  })
  contexts.set(canvas, context)
  return context
}
