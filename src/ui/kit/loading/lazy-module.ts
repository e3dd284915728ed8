import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react'

export interface LazyModule<T> {
  /** Prefetches the module. A failure rejects and is not shown to the user. The next call retries. */
  prefetch: () => Promise<T>
  /** Fetches a module that the user needs now. {@link hasFailedModules} reports a failure until a retry succeeds. */
  load: () => Promise<T>
  getLoaded: () => T | undefined
}

type LoadModule = () => Promise<unknown>

/** Loaders of modules to prefetch, in order, when the page is idle. */
export const idlePrefetchLoaders = new Set<LoadModule>()
/** Loaders of modules that the user needed and that failed to load. */
const failedModules = new Set<LoadModule>()
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Subscribes to loads and failures of modules. */
export const subscribeToLazyModules = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns whether a module that the user needed failed to load. */
export const hasFailedModules = () => failedModules.size > 0

/** Retries all failed loads. Resolves when all of these loads have settled. */
export const retryFailedModules = async () =>
  void (await Promise.allSettled([...failedModules].map((fetch) => fetch())))

/** Declares a lazily loaded module. All lazy imports use this function, so that no component handles load failures. */
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

/** Component with any props. Wrappers keep the component's exact type, so that generic components stay generic. */
type AnyComponent = (props: never) => ReactNode

/** Declares a component that is fetched when first rendered. The placeholder is rendered until the component is loaded. */
export function lazyComponent<V extends AnyComponent>(
  load: () => Promise<V>,
  placeholder?: (props: Parameters<V>[0]) => ReactNode,
): V {
  return toLazyComponent(lazyModule(load), placeholder)
}

/** Turns a lazy module into a component that is fetched when first rendered. */
export function toLazyComponent<V extends AnyComponent>(
  { load, getLoaded }: LazyModule<V>,
  placeholder?: (props: Parameters<V>[0]) => ReactNode,
): V {
  // biome-ignore lint/correctness/noComponentHookFactories: created once, when the module that renders it is evaluated
  function LazyView(props: object) {
    const View = useSyncExternalStore(subscribeToLazyModules, getLoaded) ?? placeholder
    useEffect(() => void load().catch(() => {}), [])
    return View ? createElement(View as ComponentType<object>, props) : null
  }
  return LazyView as AnyComponent as V
}

/** Turns a lazy module into a component that is prefetched when the page is idle and renders nothing until loaded. */
export function toIdleComponent<P extends object>({
  prefetch,
  getLoaded,
}: LazyModule<ComponentType<P>>): ComponentType<P> {
  idlePrefetchLoaders.add(prefetch)
  // biome-ignore lint/correctness/noComponentHookFactories: created once, when the module that renders it is evaluated
  return function IdleView(props) {
    const View = useSyncExternalStore(subscribeToLazyModules, getLoaded)
    return View ? createElement(View, props) : null
  }
}

/** Style sheets that failed to load. The bundler requests each style sheet only once, so components would stay unstyled. */
const failedStylesheets = new Set<HTMLLinkElement>()

const reloadFailedStylesheets = () => {
  const reloads = [...failedStylesheets].map(
    (link) =>
      new Promise<unknown>((resolve, reject) => {
        // Replaces the element, because browsers may not retry an unchanged `href`.
        const replacement = link.cloneNode() as HTMLLinkElement
        replacement.onload = resolve
        replacement.onerror = reject
        if (link.isConnected) link.replaceWith(replacement)
        else document.head.append(replacement)
      }),
  )
  // The error listener adds style sheets that fail again.
  failedStylesheets.clear()
  return Promise.all(reloads)
}

addEventListener('online', retryFailedModules)
addEventListener(
  'error',
  // Ignores failed module preloads, because a retry of them has no use.
  ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && failedStylesheets.add(target),
  true,
)
