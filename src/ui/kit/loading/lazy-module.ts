import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react'

/** Lazily loaded code. */
export interface LazyModule<T> {
  /** Prefetches the code. A failure rejects without being reported to the user; the next call retries. */
  prefetch: () => Promise<T>
  /** Fetches code that the user needs now. A failure is reported by {@link hasFailedModules} until a retry succeeds. */
  load: () => Promise<T>
  /** Returns the code if it is loaded. */
  getLoaded: () => T | undefined
}

type LoadModule = () => Promise<unknown>

/** Loaders of code to prefetch when the page is idle, in order. */
export const idlePrefetchLoaders = new Set<LoadModule>()
/** Loaders of code that the user needed and that failed to load. */
const failedModules = new Set<LoadModule>()
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Subscribes to loads and failures. Returns a function that unsubscribes. */
export const subscribeToLazyModules = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns whether any code that the user needed failed to load. */
export const hasFailedModules = () => failedModules.size > 0

/** Retries all failed loads. Resolves when all have settled. */
export const retryFailedModules = async () =>
  void (await Promise.allSettled([...failedModules].map((fetch) => fetch())))

/** Declares lazily loaded code. All lazy imports go through this function, so that no view handles load failures itself. */
export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let loaded: T | undefined
  let pending: Promise<T> | undefined
  const fetch = () => {
    pending ??= reloadFailedStylesheets()
      .then(load)
      .then(
        (value) => {
          loaded = value
          idlePrefetchLoaders.delete(fetch)
          failedModules.delete(fetch)
          notifyListeners()
          return value
        },
        (error) => {
          pending = undefined
          throw error
        },
      )
    return pending
  }
  const loadForUser = () =>
    fetch().catch((error) => {
      failedModules.add(fetch)
      notifyListeners()
      throw error
    })
  return { prefetch: fetch, load: loadForUser, getLoaded: () => loaded }
}

/** View with any props. Wrappers keep the exact type of the view, so that generic views stay generic. */
type AnyComponent = (props: never) => ReactNode

/** Declares a view that is fetched when first rendered. Until loaded, it renders the placeholder, if given. */
export function lazyComponent<V extends AnyComponent>(
  load: () => Promise<V>,
  placeholder?: (props: Parameters<V>[0]) => ReactNode,
): V {
  return toLazyComponent(lazyModule(load), placeholder)
}

/** Turns lazy code into a view that renders the placeholder, if given, until it is loaded. */
export function toLazyComponent<V extends AnyComponent>(
  { load, getLoaded }: LazyModule<V>,
  placeholder?: (props: Parameters<V>[0]) => ReactNode,
): V {
  // biome-ignore lint/correctness/noComponentHookFactories: created once, when the module that renders it is evaluated
  function Shown(props: object) {
    const View = useSyncExternalStore(subscribeToLazyModules, getLoaded) ?? placeholder
    useEffect(() => void load().catch(() => {}), [])
    return View ? createElement(View as ComponentType<object>, props) : null
  }
  return Shown as AnyComponent as V
}

/** Turns lazy code into a view that is prefetched when the page is idle and renders nothing until then. */
export function toIdleComponent<P extends object>({
  prefetch,
  getLoaded,
}: LazyModule<ComponentType<P>>): ComponentType<P> {
  idlePrefetchLoaders.add(prefetch)
  // biome-ignore lint/correctness/noComponentHookFactories: created once, when the module that renders it is evaluated
  return function Held(props) {
    const View = useSyncExternalStore(subscribeToLazyModules, getLoaded)
    return View ? createElement(View, props) : null
  }
}

/** Style sheets that failed to load. The bundler requests each only once, so components would render unstyled. */
const failedStylesheets = new Set<HTMLLinkElement>()

const reloadFailedStylesheets = () => {
  const reloads = [...failedStylesheets].map(
    (link) =>
      new Promise<unknown>((resolve, reject) => {
        // Replaces the element: a browser need not retry an unchanged `href`.
        const replacement = link.cloneNode() as HTMLLinkElement
        replacement.onload = resolve
        replacement.onerror = reject
        if (link.isConnected) link.replaceWith(replacement)
        else document.head.append(replacement)
      }),
  )
  // A repeated failure is recorded again by the error listener.
  failedStylesheets.clear()
  return Promise.all(reloads)
}

addEventListener('online', retryFailedModules)
addEventListener(
  'error',
  // Style sheets only: repeating a failed module preload has no use.
  ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && failedStylesheets.add(target),
  true,
)
