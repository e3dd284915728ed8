// Runs in the page before any other script. Counts drawn frames and GPU resources.
;(() => {
  const state = {
    /** Time at which each frame was drawn. */
    frames: [],
    /** Latency from each pointer movement to the next frame. */
    lags: [],
    /** Time of the first frame with a model, and the share of the canvas that the model covered. */
    first: null,
    share: 0,
  }
  window.bench = state
  /** Minimum share of the canvas that a model covers; a loader's dots and a shadow cover less. */
  const COVERED = 0.03
  let pointer = null
  let isDrawn = false
  const sampleCanvas = document.createElement('canvas')
  sampleCanvas.width = 64
  sampleCanvas.height = 80
  const coveredShare = (canvas) => {
    const context2d = sampleCanvas.getContext('2d', { willReadFrequently: true })
    context2d.clearRect(0, 0, sampleCanvas.width, sampleCanvas.height)
    context2d.drawImage(canvas, 0, 0, sampleCanvas.width, sampleCanvas.height)
    const { data } = context2d.getImageData(0, 0, sampleCanvas.width, sampleCanvas.height)
    let coveredPixels = 0
    for (let at = 3; at < data.length; at += 4) if (data[at] > 128) coveredPixels += 1
    return coveredPixels / (sampleCanvas.width * sampleCanvas.height)
  }
  const onDraw = (context) => {
    if (isDrawn) return
    isDrawn = true
    // Runs after this frame is drawn completely, and before the browser shows it.
    queueMicrotask(() => {
      isDrawn = false
      if (state.first === null) {
        // Reading waits for the GPU, so the pixels exist at this time. Done for the first frame only.
        const share = coveredShare(context.canvas)
        if (share < COVERED) return
        state.share = share
        state.first = performance.now()
        console.log('first frame')
      }
      const now = performance.now()
      state.frames.push(now)
      if (pointer !== null) state.lags.push(now - pointer)
      pointer = null
    })
  }
  addEventListener(
    'pointermove',
    () => {
      pointer ??= performance.now()
    },
    true,
  )
  const resourcesByContext = new WeakMap()
  const contexts = new Set()
  for (const kind of [window.WebGLRenderingContext, window.WebGL2RenderingContext]) {
    const prototype = kind.prototype
    const onScreen = new WeakMap()
    const wrap = (name, wrapper) => {
      const original = prototype[name]
      if (original)
        prototype[name] = function (...args) {
          return wrapper.call(this, original, args)
        }
    }
    wrap('bindFramebuffer', function (original, args) {
      if (args[0] !== this.READ_FRAMEBUFFER) onScreen.set(this, args[1] === null)
      return original.apply(this, args)
    })
    const draws = ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced', 'drawRangeElements']
    for (const name of [...draws, 'blitFramebuffer'])
      wrap(name, function (original, args) {
        if (onScreen.get(this) !== false) onDraw(this)
        return original.apply(this, args)
      })
    const trackResource = (createName, deleteName, name) => {
      wrap(createName, function (original, args) {
        const resource = original.apply(this, args)
        const resources = resourcesByContext.get(this) ?? {
          textures: new Set(),
          buffers: new Set(),
          programs: new Set(),
          framebuffers: new Set(),
        }
        resourcesByContext.set(this, resources)
        if (![...contexts].some((ref) => ref.deref() === this)) contexts.add(new WeakRef(this))
        if (resource) resources[name].add(resource)
        return resource
      })
      wrap(deleteName, function (original, args) {
        resourcesByContext.get(this)?.[name].delete(args[0])
        return original.apply(this, args)
      })
    }
    trackResource('createTexture', 'deleteTexture', 'textures')
    trackResource('createBuffer', 'deleteBuffer', 'buffers')
    trackResource('createProgram', 'deleteProgram', 'programs')
    trackResource('createFramebuffer', 'deleteFramebuffer', 'framebuffers')
  }
  /** Counts the resources of all live contexts; lost contexts have none. */
  state.held = () => {
    const sum = { contexts: 0, textures: 0, buffers: 0, programs: 0, framebuffers: 0 }
    for (const ref of contexts) {
      const context = ref.deref()
      if (!context || context.isContextLost()) continue
      sum.contexts += 1
      for (const [name, set] of Object.entries(resourcesByContext.get(context) ?? {})) sum[name] += set.size
    }
    return sum
  }
})()
