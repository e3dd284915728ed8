import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { removeFromTabOrder } from './roving-tab-index.ts'
import { MIN_WINDOWED_ROWS } from './use-row-window.ts'

const NONE: readonly never[] = []

/** Maximum number of rows laid out in advance. Beyond it, layout blocks the page longer than it saves. */
const MAX_PRERENDERED_ROWS = 25

/** One page of rows and the table body into which it renders. */
export interface TablePage<R> {
  body: HTMLTableSectionElement
  rows: readonly R[]
  /** Whether the body is the visible one. */
  isShown: boolean
}

interface PagePair<R> {
  /** Index of the visible body. */
  at: 0 | 1
  rows: readonly R[]
  /** Rows of the other body: prefetched or previous ones. */
  aside: readonly R[]
  /** Whether the rows were rendered before they were requested. */
  isReady: boolean
}

/** Whether a table body can collapse to zero height, once known. Safari cannot do so. */
let canCollapse: boolean | undefined

const rowsOf = (body: HTMLElement) => body.querySelectorAll<HTMLElement>('[data-index]')

/** Receives `true` when the user becomes likely to request the prefetched rows, and `false` when that ends. */
export type PrerenderTrigger = RefObject<((isNear: boolean) => void) | null>

/**
 * Renders prefetched rows in advance, in a table body outside the page. When they are requested, the two bodies swap. The other
 * body keeps the previous rows until new ones are prefetched.
 * While the user is likely to request them (`trigger`), the hidden body is inserted and laid out. Layout is about half of
 * the time that a press takes to show a page.
 */
export function usePrerenderedPage<R>(
  table: RefObject<HTMLTableElement | null>,
  body: RefObject<HTMLTableSectionElement | null>,
  rows: readonly R[],
  prefetchedRows: readonly R[] | undefined,
  trigger?: PrerenderTrigger | undefined,
) {
  const [bodies] = useState(() => [document.createElement('tbody'), document.createElement('tbody')] as const)
  const [current, setPages] = useState<PagePair<R>>({ at: 0, rows, aside: [], isReady: false })
  const [preparedRows, setPreparedRows] = useState<readonly R[]>()
  let pages = current
  if (rows !== current.rows)
    pages =
      rows === current.aside && rows.length > 0
        ? {
            at: current.at === 0 ? 1 : 0,
            rows,
            aside: current.rows.length <= MIN_WINDOWED_ROWS ? current.rows : NONE,
            isReady: true,
          }
        : { ...current, rows, isReady: false }
  if (prefetchedRows && prefetchedRows !== preparedRows) {
    setPreparedRows(prefetchedRows)
    if (prefetchedRows !== rows) pages = { ...pages, aside: prefetchedRows }
  }
  if (pages !== current) setPages(pages)
  const { at, aside: hiddenRows, isReady } = pages
  const shownBody = bodies[at]
  const hiddenBody = bodies[at === 0 ? 1 : 0]

  useLayoutEffect(() => {
    body.current = shownBody
    delete shownBody.dataset['aside']
    shownBody.removeAttribute('aria-hidden')
    // Moving a body lays it out again, so the visible one is inserted first.
    if (shownBody.parentNode !== table.current)
      table.current?.insertBefore(shownBody, hiddenBody.parentNode === table.current ? hiddenBody : null)
    return () => shownBody.remove()
  }, [table, body, shownBody, hiddenBody])

  const isNear = useRef(false)
  const isNext = hiddenRows === prefetchedRows && hiddenRows.length > 0 && hiddenRows.length <= MAX_PRERENDERED_ROWS
  useLayoutEffect(() => {
    const updateHiddenBody = () => {
      if (!isNear.current || !isNext || canCollapse === false) return hiddenBody.remove()
      if (hiddenBody.parentNode) return
      hiddenBody.dataset['aside'] = ''
      hiddenBody.setAttribute('aria-hidden', 'true')
      for (const row of rowsOf(hiddenBody)) removeFromTabOrder(row)
      shownBody.after(hiddenBody)
      canCollapse ??= hiddenBody.offsetHeight === 0
      if (!canCollapse) hiddenBody.remove()
    }
    updateHiddenBody()
    if (!trigger) return
    trigger.current = (isNextNear) => {
      isNear.current = isNextNear
      updateHiddenBody()
    }
    // Select-all and find-in-page must see only the visible rows.
    const onKeyDown = ({ ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey) hiddenBody.remove()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      trigger.current = null
      document.removeEventListener('keydown', onKeyDown, true)
    }
  }, [trigger, shownBody, hiddenBody, isNext])

  // Discards hidden rows with an open menu, which would otherwise stay open.
  useLayoutEffect(() => {
    if (hiddenBody.querySelector('[aria-expanded="true"]')) setPages((latest) => ({ ...latest, aside: NONE }))
  }, [hiddenBody])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads the rendered rows of the hidden body
  useLayoutEffect(() => {
    for (const row of rowsOf(hiddenBody)) removeFromTabOrder(row)
  }, [hiddenBody, hiddenRows])

  const renderedPages = bodies.map(
    (tbody): TablePage<R> => ({
      body: tbody,
      rows: tbody === shownBody ? rows : hiddenRows,
      isShown: tbody === shownBody,
    }),
  )
  return { drawn: renderedPages, isReady }
}
