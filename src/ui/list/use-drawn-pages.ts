import { type RefObject, useLayoutEffect, useState } from 'react'
import { keepOneStop } from './one-stop.ts'
import { MANY_ROWS } from './use-window.ts'

const NONE: readonly never[] = []

/** A page of rows, and the table body that they are drawn in. */
export interface DrawnPage<R> {
  place: HTMLTableSectionElement
  rows: readonly R[]
  /** It stands in the table. */
  isShown: boolean
}

interface Pages<R> {
  /** Which of the two bodies stands in the table. */
  at: 0 | 1
  rows: readonly R[]
  /** What is drawn in the other: rows that may come, or those that were here before. */
  aside: readonly R[]
  /** The rows were drawn before they came. */
  isReady: boolean
}

/**
 * Draws rows that may come beside those that are here, in a body that is not on the page. Once they are wanted it takes the
 * place of the other, which keeps what was there: it is there again as soon, as long as nothing else may come.
 */
export function useDrawnPages<R>(
  table: RefObject<HTMLTableElement | null>,
  body: RefObject<HTMLTableSectionElement | null>,
  rows: readonly R[],
  ahead: readonly R[] | undefined,
) {
  const [places] = useState(() => [document.createElement('tbody'), document.createElement('tbody')] as const)
  const [known, setPages] = useState<Pages<R>>({ at: 0, rows, aside: [], isReady: false })
  const [prepared, setPrepared] = useState<readonly R[]>()
  let pages = known
  if (rows !== known.rows)
    pages =
      rows === known.aside && rows.length > 0
        ? { at: known.at === 0 ? 1 : 0, rows, aside: known.rows.length <= MANY_ROWS ? known.rows : NONE, isReady: true }
        : { ...known, rows, isReady: false }
  if (ahead && ahead !== prepared) {
    setPrepared(ahead)
    if (ahead !== rows) pages = { ...pages, aside: ahead }
  }
  if (pages !== known) setPages(pages)
  const { at, aside, isReady } = pages
  const place = places[at]
  const other = places[at === 0 ? 1 : 0]

  useLayoutEffect(() => {
    body.current = place
    table.current?.append(place)
    return () => place.remove()
  }, [table, body, place])

  // A menu would stay open at a row that nobody sees.
  useLayoutEffect(() => {
    if (other.querySelector('[aria-expanded="true"]')) setPages((now) => ({ ...now, aside: NONE }))
  }, [other])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows aside are what stands there
  useLayoutEffect(() => {
    for (const row of other.querySelectorAll<HTMLElement>('[data-index]')) keepOneStop(row)
  }, [other, aside])

  const drawn = places.map(
    (it): DrawnPage<R> => ({ place: it, rows: it === place ? rows : aside, isShown: it === place }),
  )
  return { drawn, isReady }
}
