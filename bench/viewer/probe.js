// Runs in the page before anything else: counts what is drawn and what the graphics card holds.
;(() => {
  const state = {
    /** When each frame had been handed to the screen. */
    frames: [],
    /** From a pointer's movement to the frame that followed it. */
    lags: [],
    /** When the first picture with a model in it stood on a canvas, and what share of the canvas it covered. */
    first: null,
    share: 0,
  }
  window.bench = state
  /** The share of a canvas that a model covers at least; a loader's dots or a shadow do not. */
  const COVERED = 0.03
  let pointer = null
  let isDrawn = false
  const small = document.createElement('canvas')
  small.width = 64
  small.height = 80
  const covered = (canvas) => {
    const pen = small.getContext('2d', { willReadFrequently: true })
    pen.clearRect(0, 0, small.width, small.height)
    pen.drawImage(canvas, 0, 0, small.width, small.height)
    const { data } = pen.getImageData(0, 0, small.width, small.height)
    let count = 0
    for (let at = 3; at < data.length; at += 4) if (data[at] > 128) count += 1
    return count / (small.width * small.height)
  }
  const drawn = (context) => {
    if (isDrawn) return
    isDrawn = true
    // After everything of this frame was drawn, and before the browser shows it.
    queueMicrotask(() => {
      isDrawn = false
      if (state.first === null) {
        // Reading waits for the card, so this is when the pixels are there; done for the first picture alone.
        const share = covered(context.canvas)
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
  const owned = new WeakMap()
  const contexts = new Set()
  for (const kind of [window.WebGLRenderingContext, window.WebGL2RenderingContext]) {
    const own = kind.prototype
    const onScreen = new WeakMap()
    const wrap = (name, around) => {
      const given = own[name]
      if (given)
        own[name] = function (...args) {
          return around.call(this, given, args)
        }
    }
    wrap('bindFramebuffer', function (given, args) {
      if (args[0] !== this.READ_FRAMEBUFFER) onScreen.set(this, args[1] === null)
      return given.apply(this, args)
    })
    const draws = ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced', 'drawRangeElements']
    for (const name of [...draws, 'blitFramebuffer'])
      wrap(name, function (given, args) {
        if (onScreen.get(this) !== false) drawn(this)
        return given.apply(this, args)
      })
    const count = (made, gone, name) => {
      wrap(made, function (given, args) {
        const it = given.apply(this, args)
        const all = owned.get(this) ?? {
          textures: new Set(),
          buffers: new Set(),
          programs: new Set(),
          framebuffers: new Set(),
        }
        owned.set(this, all)
        if (![...contexts].some((ref) => ref.deref() === this)) contexts.add(new WeakRef(this))
        if (it) all[name].add(it)
        return it
      })
      wrap(gone, function (given, args) {
        owned.get(this)?.[name].delete(args[0])
        return given.apply(this, args)
      })
    }
    count('createTexture', 'deleteTexture', 'textures')
    count('createBuffer', 'deleteBuffer', 'buffers')
    count('createProgram', 'deleteProgram', 'programs')
    count('createFramebuffer', 'deleteFramebuffer', 'framebuffers')
  }
  /** What contexts that still stand hold; a lost one holds nothing. */
  state.held = () => {
    const sum = { contexts: 0, textures: 0, buffers: 0, programs: 0, framebuffers: 0 }
    for (const ref of contexts) {
      const context = ref.deref()
      if (!context || context.isContextLost()) continue
      sum.contexts += 1
      for (const [name, set] of Object.entries(owned.get(context) ?? {})) sum[name] += set.size
    }
    return sum
  }
})()
