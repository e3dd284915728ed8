/**
 * Options of {@link expectNoLeaks}. `counters` are values that only the test can read, such as subscriptions, sockets or GPU
 * objects. Each value must return to its initial value.
 */
export interface LeakOptions {
  counters?: Readonly<Record<string, () => number>>
  /** Event types whose listeners may remain, such as those of a library. */
  allowedListeners?: readonly string[]
}

/**
 * Runs an action, and rejects if the action leaves resources behind when it resolves. Checks event listeners, timers, animation
 * frames, requests by `fetch`, observers, object URLs, and the values in `counters`. An `AbortController` counts through the
 * listeners and requests that it has not aborted. The error lists each leftover with the line that started it. Only resources
 * started during the action count. The check wraps globals, so it misses code that stored `fetch` or `setTimeout` before.
 *
 * ```ts
 * await expectNoLeaks(
 *   async () => {
 *     const { unmount } = render(<Panel />)
 *     unmount()
 *   },
 *   { counters: { sessions: () => ends.size } },
 * )
 * ```
 */
export async function expectNoLeaks(
  action: () => unknown,
  { counters = {}, allowedListeners = [] }: LeakOptions = {},
): Promise<void> {
  const before = Object.entries(counters).map(([name, count]) => [name, count()] as const)
  const watchers = [
    watchListeners({ allowedTypes: allowedListeners }),
    ...TIMERS.map(watchTimer),
    watchRequests(),
    ...watchObservers(),
    watchObjectUrls(),
  ]
  try {
    await action()
  } finally {
    for (const { restore } of watchers) restore()
  }
  const leaks = watchers.flatMap(({ describeLeaks }) => describeLeaks())
  for (const [name, value] of before) {
    const count = counters[name]!()
    if (count !== value) leaks.push(`${name}: ${count}, before ${value}`)
  }
  if (leaks.length > 0) throw new Error(`The action leaves behind:\n${leaks.join('\n')}`)
}

/** Watcher of one kind of resource. `describeLeaks` describes resources that were started but not ended. */
export interface LeakWatch {
  restore(): void
  describeLeaks(): string[]
}

/** Returns the first line of the stack outside this file. */
function findCallerLine(): string {
  const lines = new Error().stack?.split('\n').slice(1) ?? []
  return lines.find((line) => !line.includes('/expect-no-leaks.ts'))?.trim() ?? 'at an unknown place'
}

/** Internals of `fetch`, and jsdom's signals in Vitest. Their listeners are garbage-collected with the request. */
const INTERNAL = /node:internal\/deps\/undici|node_modules\/vitest\//

type AddListener = EventTarget['addEventListener']
type RemoveListener = EventTarget['removeEventListener']

interface ListenerRecord {
  readonly signal?: AbortSignal | undefined
  readonly at: string
}

interface ListenerWatchOptions {
  allowedTypes?: readonly string[]
  /** Returns whether listeners of a target count. Default: those of all targets. */
  isWatched?: (target: EventTarget) => boolean
}

export function watchListeners({ allowedTypes = [], isWatched = () => true }: ListenerWatchOptions = {}): LeakWatch {
  const open = new Map<EventTarget, Map<string, Map<unknown, ListenerRecord>>>()
  const listenerKey = (type: string, options?: boolean | EventListenerOptions) =>
    `${type} ${typeof options === 'boolean' ? options : (options?.capture ?? false)}`
  const end = (target: EventTarget, key: string, listener: unknown) => open.get(target)?.get(key)?.delete(listener)
  const restores = listListenerOwners().map((owner) => {
    const { addEventListener, removeEventListener } = owner
    owner.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
      const target = this ?? (globalThis as unknown as EventTarget)
      addEventListener.call(target, type, listener, options)
      if (!isWatched(target)) return
      const at = findCallerLine()
      if (!listener || allowedTypes.includes(type) || INTERNAL.test(at)) return
      const key = listenerKey(type, options)
      const listenersByKey = getOrCreate(open, target, () => new Map<string, Map<unknown, ListenerRecord>>())
      const listeners = getOrCreate(listenersByKey, key, () => new Map<unknown, ListenerRecord>())
      const { once: isOnce = false, signal } = typeof options === 'object' ? options : {}
      if (!listeners.has(listener)) listeners.set(listener, { signal, at: `listener of ${type} ${at}` })
      const abortListener = () => void end(target, key, listener)
      if (isOnce) addEventListener.call(target, type, abortListener, { once: isOnce, capture: key.endsWith('true') })
    } as AddListener
    owner.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
      const target = this ?? (globalThis as unknown as EventTarget)
      removeEventListener.call(target, type, listener, options)
      end(target, listenerKey(type, options), listener)
    } as RemoveListener
    return () => void Object.assign(owner, { addEventListener, removeEventListener })
  })
  return {
    restore: () => {
      for (const restore of restores) restore()
    },
    describeLeaks: () =>
      [...open.values()]
        .flatMap((keys) => [...keys.values()].flatMap((listeners) => [...listeners.values()]))
        .filter(({ signal }) => !signal?.aborted)
        .map(({ at }) => at),
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}

/**
 * Returns the objects whose `addEventListener` is wrapped. In a jsdom page, signals come from Node and have another prototype
 * than elements. The global functions do not use the prototype.
 */
function listListenerOwners(): Pick<EventTarget, 'addEventListener' | 'removeEventListener'>[] {
  const page = globalThis as unknown as EventTarget
  const signalPrototype = Object.getPrototypeOf(AbortSignal.prototype) as EventTarget
  const all = [EventTarget.prototype, signalPrototype, ...(Object.hasOwn(page, 'addEventListener') ? [page] : [])]
  return [...new Set(all)]
}

export const INTERVALS = { start: 'setInterval', clear: 'clearInterval', isOnce: false } as const

const TIMERS = [
  { start: 'setTimeout', clear: 'clearTimeout', isOnce: true },
  INTERVALS,
  { start: 'requestAnimationFrame', clear: 'cancelAnimationFrame', isOnce: true },
] as const

type TimerGlobals = Record<string, (...args: unknown[]) => unknown>

export function watchTimer({ start, clear, isOnce }: (typeof TIMERS)[number]): LeakWatch {
  const all = globalThis as unknown as TimerGlobals
  const [startTimer, stop] = [all[start], all[clear]]
  // Node has no animation frames.
  if (!startTimer || !stop) return { restore() {}, describeLeaks: () => [] }
  const open = new Map<unknown, string>()
  all[start] = (work, ...args) => {
    const timer = startTimer(
      (...callbackArgs: unknown[]) => {
        if (isOnce) open.delete(timer)
        return (work as (...forwardedArgs: unknown[]) => unknown)(...callbackArgs)
      },
      ...args,
    )
    open.set(timer, `${start} ${findCallerLine()}`)
    return timer
  }
  all[clear] = (timer) => {
    open.delete(timer)
    return stop(timer)
  }
  return {
    restore: () => void Object.assign(all, { [start]: startTimer, [clear]: stop }),
    describeLeaks: () => [...open.values()],
  }
}

function watchRequests(): LeakWatch {
  const original = globalThis.fetch
  const open = new Map<Promise<Response>, string>()
  globalThis.fetch = (...args) => {
    const request = original(...args)
    open.set(request, `request ${findCallerLine()}`)
    const onSettled = () => void open.delete(request)
    request.then(onSettled, onSettled)
    return request
  }
  return {
    restore: () => {
      globalThis.fetch = original
    },
    describeLeaks: () => [...open.values()],
  }
}

interface PageObserver {
  observe: (...args: unknown[]) => unknown
  unobserve?: (target: unknown) => unknown
  disconnect: () => unknown
}

const OBSERVERS = ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'] as const

/** Watches the observers of a page. Node has none, and jsdom only some. */
export const watchObservers = (): LeakWatch[] =>
  OBSERVERS.flatMap((name) => {
    const observerClass = (globalThis as { [name: string]: unknown })[name] as { prototype: PageObserver } | undefined
    return observerClass?.prototype.observe ? [watchObserver(name, observerClass.prototype)] : []
  })

function watchObserver(name: string, prototype: PageObserver): LeakWatch {
  const { observe, unobserve, disconnect } = prototype
  const open = new Map<PageObserver, { targets: Set<unknown>; at: string }>()
  prototype.observe = function (this: PageObserver, ...args) {
    getOrCreate(open, this, () => ({ targets: new Set(), at: `${name} ${findCallerLine()}` })).targets.add(args[0])
    return observe.apply(this, args)
  }
  if (unobserve)
    prototype.unobserve = function (this: PageObserver, target) {
      const observed = open.get(this)
      observed?.targets.delete(target)
      if (observed?.targets.size === 0) open.delete(this)
      return unobserve.call(this, target)
    }
  prototype.disconnect = function (this: PageObserver) {
    open.delete(this)
    return disconnect.call(this)
  }
  return {
    restore: () => void Object.assign(prototype, { observe, disconnect }, unobserve && { unobserve }),
    describeLeaks: () => [...open.values()].map(({ at }) => at),
  }
}

function watchObjectUrls(): LeakWatch {
  const { createObjectURL, revokeObjectURL } = URL
  const open = new Map<string, string>()
  URL.createObjectURL = (blob) => {
    const url = createObjectURL.call(URL, blob)
    open.set(url, `object URL ${findCallerLine()}`)
    return url
  }
  URL.revokeObjectURL = (url) => {
    open.delete(url)
    revokeObjectURL.call(URL, url)
  }
  return {
    restore: () => void Object.assign(URL, { createObjectURL, revokeObjectURL }),
    describeLeaks: () => [...open.values()],
  }
}
