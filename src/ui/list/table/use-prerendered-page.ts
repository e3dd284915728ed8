import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { removeFromTabOrder } from './roving-tab-index.ts'
import { MIN_WINDOWED_ROWS } from './use-row-window.ts'

const NONE: readonly never[] = []

/** Maximum number of rows laid out in advance. Layout of more rows blocks the main thread for longer than it saves. */
const MAX_PRERENDERED_ROWS = 25

/** Page of rows, and the table body that contains it. */
export interface TablePage<R> {
  body: HTMLTableSectionElement
  rows: readonly R[]
  isShown: boolean
}

interface PagePair<R> {
  /** Index of the visible body. */
  at: 0 | 1
  rows: readonly R[]
  /** Rows of the other body: prefetched or previous ones. */
  aside: readonly R[]
  /** Whether the visible rows were rendered before the user requested them. */
  isReady: boolean
}

/** Whether the browser can collapse a table body to zero height; undefined until tested. Safari cannot. */
let canCollapse: boolean | undefined

const rowsOf = (body: HTMLElement) => body.querySelectorAll<HTMLElement>('[data-index]')

/** Ref to a function that receives `true` when the user is likely to request the prefetched rows, and `false` afterwards. */
export type PrerenderTrigger = RefObject<((isNear: boolean) => void) | null>

/**
 * Renders prefetched rows in a second table body outside the document. When the user requests these rows, the two bodies swap.
 * The hidden body keeps the previous rows until new ones are prefetched. While the user is likely to request the rows
 * (`trigger`), the hidden body is inserted and laid out. Layout takes about half of the time between a press and the new page.
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
    // Inserts the visible body first. Moving the visible body later would repeat its layout.
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
    // Removes the hidden rows, because select-all and find-in-page must see only visible rows.
    const onKeyDown = ({ ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey) hiddenBody.remove()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      trigger.current = null
      document.removeEventListener('keydown', onKeyDown, true)
    }
  }, [trigger, shownBody, hiddenBody, isNext])

  // Discards hidden rows that contain an open menu. Otherwise the menu would stay open.
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
  return { renderedPages, isReady }
}
