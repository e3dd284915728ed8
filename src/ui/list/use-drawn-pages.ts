import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { stopNowhere } from './one-stop.ts'
import { MANY_ROWS } from './use-window.ts'

const NONE: readonly never[] = []

/** Of more rows the layout would hold the page up for longer than it saves. */
const MOST_LAID_OUT = 25

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

/** Whether a table's body can collapse and leave no room, once that is known: in Safari it cannot. */
let canCollapse: boolean | undefined

const rowsOf = (body: HTMLElement) => body.querySelectorAll<HTMLElement>('[data-index]')

/** Told of somebody who seems about to want the rows that may come, and of who does no longer. */
export type NearRows = RefObject<((isNear: boolean) => void) | null>

/**
 * Draws rows that may come beside those that are here, in a body that is not on the page. Once they are wanted it takes the
 * place of the other, which keeps what was there: it is there again as soon, as long as nothing else may come. While somebody
 * is near to wanting them (`near`), it stands behind the other for nobody to see, laid out: of a press that was half the time.
 */
export function useDrawnPages<R>(
  table: RefObject<HTMLTableElement | null>,
  body: RefObject<HTMLTableSectionElement | null>,
  rows: readonly R[],
  ahead: readonly R[] | undefined,
  near?: NearRows | undefined,
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
    delete place.dataset['aside']
    place.removeAttribute('aria-hidden')
    // One that is moved is laid out anew; rows that nobody sees come behind those that are seen.
    if (place.parentNode !== table.current)
      table.current?.insertBefore(place, other.parentNode === table.current ? other : null)
    return () => place.remove()
  }, [table, body, place, other])

  const isNear = useRef(false)
  const isNext = aside === ahead && aside.length > 0 && aside.length <= MOST_LAID_OUT
  useLayoutEffect(() => {
    const stand = () => {
      if (!isNear.current || !isNext || canCollapse === false) return other.remove()
      if (other.parentNode) return
      other.dataset['aside'] = ''
      other.setAttribute('aria-hidden', 'true')
      for (const row of rowsOf(other)) stopNowhere(row)
      place.after(other)
      canCollapse ??= other.offsetHeight === 0
      if (!canCollapse) other.remove()
    }
    stand()
    if (!near) return
    near.current = (now) => {
      isNear.current = now
      stand()
    }
    // Whoever selects all or looks for words on the page means what they see.
    const leave = ({ ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey) other.remove()
    }
    document.addEventListener('keydown', leave, true)
    return () => {
      near.current = null
      document.removeEventListener('keydown', leave, true)
    }
  }, [near, place, other, isNext])

  // A menu would stay open at a row that nobody sees.
  useLayoutEffect(() => {
    if (other.querySelector('[aria-expanded="true"]')) setPages((now) => ({ ...now, aside: NONE }))
  }, [other])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows aside are what stands there
  useLayoutEffect(() => {
    for (const row of rowsOf(other)) stopNowhere(row)
  }, [other, aside])

  const drawn = places.map(
    (it): DrawnPage<R> => ({ place: it, rows: it === place ? rows : aside, isShown: it === place }),
  )
  return { drawn, isReady }
}
