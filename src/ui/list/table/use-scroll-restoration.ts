import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Paging, Row } from '../../../machines/list/paging.ts'
import type { ListActor } from '../state/list-actor.ts'

interface ScrollPosition {
  /** Scroll offset in pixels. */
  top: number
  /** 1-based number of the last loaded page of an infinite list. */
  page: number
}

/** Maximum time in milliseconds from a change of the query to a new URL. Some queries have the same URL. */
const ADDRESS_UPDATE_MS = 300

/** Last position of each history entry, by the entry's key. Lost on reload. */
const scrollPositions = new Map<string, ScrollPosition>()

/** Returns the number of the last loaded page of a history entry, or 1. */
export const loadedPageOfEntry = (entry: string | undefined): number =>
  (entry === undefined ? undefined : scrollPositions.get(entry))?.page ?? 1

/** Stores the scroll position per history entry, and Back restores it. A change of filter, order or page scrolls to the top. */
export function useScrollRestoration<R extends Row>(
  actor: ListActor<R>,
  scroller: RefObject<HTMLElement | null>,
  entry: string | undefined,
  { rows, paging }: { rows: readonly R[]; paging: Paging },
): void {
  // Scroll offset to apply when new rows are rendered; `null` if no rows are pending.
  const targetTop = useRef<number | null>(null)
  // Cached scroll offset. Reading the offset from the DOM after a render would force a layout of all rows.
  const currentPosition = useRef<{ box: HTMLElement; top: number }>(undefined)
  // Timer from scrolling to the top until the history has an entry for the new query.
  const urlTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    clearTimeout(urlTimer.current)
    urlTimer.current = undefined
    targetTop.current = (entry === undefined ? undefined : scrollPositions.get(entry))?.top ?? targetTop.current
  }, [entry])

  useEffect(() => {
    let page = actor.getSnapshot().context.query.page
    const subscription = actor.on('query.changed', ({ query }) => {
      const isNextPage = paging === 'infinite' && query.page > page
      page = query.page
      if (isNextPage) return
      targetTop.current = 0
      const container = scroller.current
      if (!container) return
      container.scrollTo({ top: 0 })
      currentPosition.current = { box: container, top: 0 }
      clearTimeout(urlTimer.current)
      urlTimer.current = setTimeout(() => {
        urlTimer.current = undefined
      }, ADDRESS_UPDATE_MS)
    })
    return () => subscription.unsubscribe()
  }, [actor, paging, scroller])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the position can be restored only once rows are rendered
  useLayoutEffect(() => {
    if (rows.length === 0) return
    const [container, top] = [scroller.current, targetTop.current]
    targetTop.current = null
    if (
      top === null ||
      !container ||
      (currentPosition.current?.box === container && currentPosition.current.top === top)
    )
      return
    container.scrollTop = top
    currentPosition.current = undefined
  }, [rows])

  const savePosition = useEffectEvent((target: EventTarget | null) => {
    const container = scroller.current
    if (!container || target !== container) return
    currentPosition.current = { box: container, top: container.scrollTop }
    if (targetTop.current !== null || urlTimer.current !== undefined || entry === undefined) return
    scrollPositions.set(entry, { top: container.scrollTop, page: actor.getSnapshot().context.query.page })
  })
  useEffect(() => {
    // Listens on the document, because the scroll container is recreated after the list was empty.
    const onScroll = ({ target }: Event) => savePosition(target)
    document.addEventListener('scroll', onScroll, { passive: true, capture: true })
    return () => document.removeEventListener('scroll', onScroll, { capture: true })
  }, [])
}
