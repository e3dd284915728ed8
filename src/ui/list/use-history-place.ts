import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Paging, Row } from '../../machines/rules/paging.ts'
import type { ListActor } from './list-actor.ts'

interface Place {
  /** Pixels scrolled. */
  top: number
  /** How far an infinite list was loaded, 1-based. */
  page: number
}

/** How long, in milliseconds, the address may take to follow a change; some changes are in none. */
const LED_MS = 300

/** Where each entry of the history was left, by the entry's key; as long as the tab lives. */
const places = new Map<string, Place>()

/** How far the list of an entry had been loaded when it was left; 1 where it was not. */
export const pageOfEntry = (entry: string | undefined): number =>
  (entry === undefined ? undefined : places.get(entry))?.page ?? 1

/**
 * Keeps how far a list is scrolled for each entry of the history: a change of filter, order or page is read from its
 * top, and Back leads to where one was.
 */
export function useHistoryPlace<R extends Row>(
  actor: ListActor<R>,
  scroller: RefObject<HTMLElement | null>,
  entry: string | undefined,
  { rows, paging }: { rows: readonly R[]; paging: Paging },
): void {
  // Where the rows that are on their way shall stand; `null` while nothing is on its way.
  const wanted = useRef<number | null>(null)
  // Where it stands: to ask the browser once the rows are drawn would have it lay all of them out at once.
  const standing = useRef<{ box: HTMLElement; top: number }>(undefined)
  // While it was led to its top, and the history has no entry for that yet.
  const led = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    clearTimeout(led.current)
    led.current = undefined
    wanted.current = (entry === undefined ? undefined : places.get(entry))?.top ?? wanted.current
  }, [entry])

  useEffect(() => {
    let page = actor.getSnapshot().context.query.page
    const subscription = actor.on('query.changed', ({ query }) => {
      const goesOn = paging === 'infinite' && query.page > page
      page = query.page
      if (goesOn) return
      wanted.current = 0
      const box = scroller.current
      if (!box) return
      box.scrollTo({ top: 0 })
      standing.current = { box, top: 0 }
      clearTimeout(led.current)
      led.current = setTimeout(() => {
        led.current = undefined
      }, LED_MS)
    })
    return () => subscription.unsubscribe()
  }, [actor, paging, scroller])

  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what it waits for
  useLayoutEffect(() => {
    if (rows.length === 0) return
    const [box, top] = [scroller.current, wanted.current]
    wanted.current = null
    if (top === null || !box || (standing.current?.box === box && standing.current.top === top)) return
    box.scrollTop = top
    standing.current = undefined
  }, [rows])

  const keepPlace = useEffectEvent((target: EventTarget | null) => {
    const box = scroller.current
    if (!box || target !== box) return
    standing.current = { box, top: box.scrollTop }
    if (wanted.current !== null || led.current !== undefined || entry === undefined) return
    places.set(entry, { top: box.scrollTop, page: actor.getSnapshot().context.query.page })
  })
  useEffect(() => {
    // Heard from above: there is no scroller where there are no rows, and another one when they are back.
    const keep = ({ target }: Event) => keepPlace(target)
    document.addEventListener('scroll', keep, { passive: true, capture: true })
    return () => document.removeEventListener('scroll', keep, { capture: true })
  }, [])
}
