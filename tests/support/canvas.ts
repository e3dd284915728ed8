/**
 * Lets R3F draw in jsdom: a stand-in WebGL context that accepts every call and draws nothing, and the observers a page
 * has and jsdom lacks. Real pixels are for the journeys, in a real browser:
 *
 *     const restore = standInCanvas()
 *     afterAll(restore)
 *
 * Deciding "the model's pixels are on the canvas" in a journey: `[data-state="finished"]` on the viewer's root is set
 * only after the first frame that shows the model, so take `page.locator('canvas').screenshot()` then, and compare it
 * with the same region while the state was "loading" or for an empty source: they differ only by the model. The stage is
 * transparent, so the middle column of the picture is the room's colour where no model stands.
 */

/** What jsdom needs to hold a viewer; every observer can be told what it sees. */
export interface StandInPage {
  restore: () => void
  /** Loses or restores the context of every canvas made so far, as a browser does by itself. */
  lose: () => void
  regain: () => void
  /** How many contexts there are that are not lost, and the most there were at any moment. */
  contexts: () => { live: number; most: number }
  /** Says whether the canvases are on the screen. */
  scrollTo: (isOnScreen: boolean) => void
  /** Gives the display another pixel ratio. */
  sharpen: (ratio: number) => void
}

type Names = Record<string, unknown>

/** Installs the stand-ins; `prefersReducedMotion` is what `matchMedia` answers to that question. */
export function standInCanvas(options: { prefersReducedMotion?: boolean; hasWebgl?: boolean } = {}): StandInPage {
  const { prefersReducedMotion = false, hasWebgl = true } = options
  const canvases = new Set<HTMLCanvasElement>()
  const lost = new Set<HTMLCanvasElement>()
  let most = 0
  const live = () => [...canvases].filter((canvas) => !lost.has(canvas)).length
  const crossings = new Set<(isOnScreen: boolean) => void>()
  const getContext = HTMLCanvasElement.prototype.getContext
  const kept = new Map<string, unknown>()
  const globals: Names = globalThis as unknown as Names
  const install = (name: string, value: unknown) => {
    kept.set(name, globals[name])
    globals[name] = value
  }
  const give = function (this: HTMLCanvasElement, kind: string) {
    if (!hasWebgl || !kind.startsWith('webgl')) return null
    canvases.add(this)
    most = Math.max(most, live())
    return standInContext(this, lost)
  }
  HTMLCanvasElement.prototype.getContext = give as typeof getContext
  install('ResizeObserver', class extends Observer {})
  install(
    'IntersectionObserver',
    class extends Observer {
      readonly #told: (isOnScreen: boolean) => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        super()
        this.#told = (isIntersecting) => tell([{ isIntersecting }])
        crossings.add(this.#told)
      }
      override disconnect() {
        crossings.delete(this.#told)
      }
    },
  )
  const queries = new Map<() => void, string>()
  install('matchMedia', (media: string) => ({
    media,
    matches: media.includes('reduced-motion') && prefersReducedMotion,
    addEventListener: (_: string, hear: () => void) => queries.set(hear, media),
    removeEventListener: (_: string, hear: () => void) => queries.delete(hear),
  }))
  install('devicePixelRatio', 1)
  const happen = (name: string) => {
    for (const canvas of canvases) canvas.dispatchEvent(new Event(name, { cancelable: true }))
  }
  return {
    restore: () => {
      HTMLCanvasElement.prototype.getContext = getContext
      for (const [name, value] of kept) globals[name] = value
    },
    lose: () => {
      for (const canvas of canvases) lost.add(canvas)
      happen('webglcontextlost')
    },
    regain: () => {
      lost.clear()
      happen('webglcontextrestored')
    },
    contexts: () => ({ live: live(), most }),
    scrollTo: (isOnScreen) => {
      for (const tell of crossings) tell(isOnScreen)
    },
    sharpen: (ratio) => {
      const left = [...queries].filter(([, media]) => media === `(resolution: ${globals['devicePixelRatio']}dppx)`)
      globals['devicePixelRatio'] = ratio
      for (const [hear] of left) hear()
    },
  }
}

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const contexts = new WeakMap<HTMLCanvasElement, unknown>()

/** One context for a canvas: constants are numbers, `createX` makes an object, everything compiles and nothing is drawn. */
function standInContext(canvas: HTMLCanvasElement, lost: Set<HTMLCanvasElement>): unknown {
  const made = contexts.get(canvas)
  if (made) return made
  const constants = new Map<string, number>()
  const calls: Names = {
    getContextAttributes: () => ({ alpha: true, antialias: true }),
    getExtension: (name: string) =>
      name === 'WEBGL_lose_context' ? { loseContext: () => lost.add(canvas), restoreContext: () => {} } : null,
    getSupportedExtensions: () => [],
    getShaderPrecisionFormat: () => ({ precision: 23, rangeMin: 127, rangeMax: 127 }),
    getShaderParameter: () => true,
    getShaderInfoLog: () => '',
    getProgramInfoLog: () => '',
    isContextLost: () => lost.has(canvas),
    getError: () => 0,
    getUniformLocation: () => null,
    getAttribLocation: () => -1,
  }
  const constant = (name: string) => {
    if (!constants.has(name)) constants.set(name, constants.size + 1)
    return constants.get(name)
  }
  calls.checkFramebufferStatus = () => constant('FRAMEBUFFER_COMPLETE')
  calls.getProgramParameter = (_: unknown, what: number) =>
    what === constant('ACTIVE_UNIFORMS') || what === constant('ACTIVE_ATTRIBUTES') ? 0 : true
  calls.getParameter = (what: number) => {
    if (what === constant('VERSION')) return 'WebGL 2.0'
    if (what === constant('SHADING_LANGUAGE_VERSION')) return 'WebGL GLSL ES 3.00'
    return what === constant('VIEWPORT') || what === constant('SCISSOR_BOX') ? [0, 0, 300, 150] : 4096
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
