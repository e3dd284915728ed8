// Runs in the page before anything else: counts what is drawn and what the graphics card holds.
;(() => {
  const state = {
    /** Vertices of the model's indices; a frame that draws nearly as many shows it. */
    whole: Number.POSITIVE_INFINITY,
    frames: [],
    lags: [],
    first: null,
    live: { textures: 0, buffers: 0, programs: 0, framebuffers: 0, contexts: 0 },
  }
  window.bench = state
  let drawn = 0
  let pointer = null
  let isCounted = false
  const begin = () => {
    drawn = 0
    isCounted = false
    requestAnimationFrame(begin)
  }
  requestAnimationFrame(begin)
  const add = (count) => {
    drawn += count
    if (isCounted || drawn < state.whole * 0.9) return
    isCounted = true
    const now = performance.now()
    state.first ??= now
    state.frames.push(now)
    if (pointer !== null) state.lags.push(now - pointer)
    pointer = null
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
    const wrap = (name, around) => {
      const given = own[name]
      if (given)
        own[name] = function (...args) {
          return around.call(this, given, args)
        }
    }
    wrap('drawElements', function (given, args) {
      add(args[1])
      return given.apply(this, args)
    })
    wrap('drawArrays', function (given, args) {
      add(args[1])
      return given.apply(this, args)
    })
    wrap('drawElementsInstanced', function (given, args) {
      add(args[1] * args[4])
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
