import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react'

/** Code that is fetched when it is first used. */
export interface Part<T> {
  /** Fetches it before anybody asked: that it did not come is told to nobody. Rejects then; the next call asks again. */
  fetch: () => Promise<T>
  /** Fetches it because a person wants it: that it did not come is told by {@link isAnyLost} until it came. */
  want: () => Promise<T>
  /** The code, once it is there. */
  held: () => T | undefined
}

type Fetch = () => Promise<unknown>

/** What shows itself once it is there and is not there yet, in the order in which it is fetched. */
export const awaited = new Set<Fetch>()
/** What a person wanted and did not get. */
const lost = new Set<Fetch>()
const hearers = new Set<() => void>()
const tell = () => {
  for (const hear of hearers) hear()
}

/** Hears that something came or was lost; gives back how to stop. */
export const hearParts = (hear: () => void) => {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

/** Whether there is something that a person wanted and that did not come. */
export const isAnyLost = () => lost.size > 0

/** Asks once more for all that was lost; fulfilled when it is known what came. */
export const retryLost = async () => void (await Promise.allSettled([...lost].map((fetch) => fetch())))

/** Declares code that is fetched at first use: the only way to do so, so that no view has to think of a failure. */
export function part<T>(load: () => Promise<T>): Part<T> {
  let held: T | undefined
  let coming: Promise<T> | undefined
  const fetch = () => {
    coming ??= mendStyles()
      .then(load)
      .then(
        (came) => {
          held = came
          awaited.delete(fetch)
          lost.delete(fetch)
          tell()
          return came
        },
        (fault) => {
          coming = undefined
          throw fault
        },
      )
    return coming
  }
  const want = () =>
    fetch().catch((fault) => {
      lost.add(fetch)
      tell()
      throw fault
    })
  return { fetch, want, held: () => held }
}

/** A view, whatever its props; what shows it for somebody has its type, so that a view of any rows stays one. */
type View = (props: never) => ReactNode

/** A view that is fetched when it is first shown, and is nothing, or `meanwhile`, until it came. */
export function shownPart<V extends View>(
  load: () => Promise<V>,
  meanwhile?: (props: Parameters<V>[0]) => ReactNode,
): V {
  return shown(part(load), meanwhile)
}

/** A part as a view, which is nothing, or `meanwhile`, until it came. */
export function shown<V extends View>({ want, held }: Part<V>, meanwhile?: (props: Parameters<V>[0]) => ReactNode): V {
  // biome-ignore lint/correctness/noComponentHookFactories: made once, as the module that shows it is read
  function Shown(props: object) {
    const View = useSyncExternalStore(hearParts, held) ?? meanwhile
    useEffect(() => void want().catch(() => {}), [])
    return View ? createElement(View as ComponentType<object>, props) : null
  }
  return Shown as View as V
}

/** A part as a view that nobody asks for: it is fetched when the page is idle, and nothing until then. */
export function onceHeld<P extends object>({ fetch, held }: Part<ComponentType<P>>): ComponentType<P> {
  awaited.add(fetch)
  // biome-ignore lint/correctness/noComponentHookFactories: made once, as the module that shows it is read
  return function Held(props) {
    const View = useSyncExternalStore(hearParts, held)
    return View ? createElement(View, props) : null
  }
}

/** Styles that failed to come: the bundler asks for each only once, and would show what needs them without. */
const broken = new Set<HTMLLinkElement>()

const mendStyles = () => {
  const mended = [...broken].map(
    (link) =>
      new Promise<unknown>((resolve, reject) => {
        // Another in its place: a browser need not ask again for an address that did not change.
        const again = link.cloneNode() as HTMLLinkElement
        again.onload = resolve
        again.onerror = reject
        if (link.isConnected) link.replaceWith(again)
        else document.head.append(again)
      }),
  )
  // One that fails again is heard of again.
  broken.clear()
  return Promise.all(mended)
}

addEventListener('online', retryLost)
addEventListener(
  'error',
  // Not what preloads a module: nobody hears what became of that, asked for again.
  ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && broken.add(target),
  true,
)
