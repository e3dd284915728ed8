import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Row } from '../../../machines/rules/paging.ts'
import {
  expandLines,
  type RowRun,
  rowRangeToRender,
  rowRunsToRender,
  withoutOverscan,
} from '../../../machines/rules/row-window.ts'
import { markScrolling } from './mark-scrolling.ts'
import { makeAllTabbable, setRovingTabIndex } from './roving-tab-index.ts'
import { createRowKeyHandler, rowIndexOf } from './row-keys.ts'

/** Row count above which only rows near the viewport are rendered. */
export const MIN_WINDOWED_ROWS = 60

/** Index of the last row rendered before the viewport is measured. */
const INITIAL_ROWS = 18

/** Assumed row height before measuring, in pixels (Spec §9). */
const DEFAULT_ROW_HEIGHT_PX = 80

/** Rendered rows, and event handlers for their container. */
export interface RowWindow {
  runs: readonly RowRun[]
  /** Number of lines not rendered after the last run. The gap of a run counts lines too. */
  linesBelow: number
  /** Whether only some of the rows may be rendered. Each row then has its index as an ARIA attribute. */
  isPartial: boolean
  /** Height of a line including the gap, in pixels. All lines have the height of the first. */
  rowHeight: number
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onBlur: () => void
  /** Handles the keys of all rows, including those not rendered (`createRowKeyHandler`). */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Returns the link of a row, if the row is rendered. */
const linkAt = (body: HTMLElement | null, index: number) =>
  body?.querySelector<HTMLElement>(`[data-index="${index}"] a`)

/** Returns the scroll container of the rows. */
const scrollerOf = (body: RefObject<HTMLElement | null>) => body.current?.closest<HTMLElement>('[data-scroller]')

/** Rows rendered by a {@link RowWindow}. */
export interface RowWindowOptions {
  rows: readonly Row[]
  nameAt: (index: number) => string
  /** Index of a row that stays rendered at any scroll position. */
  pinnedIndex?: number
  /** Whether the rows were rendered before they were requested. */
  isPrerendered?: boolean
  /** Whether rows are next to each other, in as many columns as the container's style has. */
  isGrid?: boolean
}

/** Returns the number of columns of a grid, and the gap between its lines in pixels. */
function gridLayoutOf(body: HTMLElement | null): { columns: number; between: number } {
  if (!body) return { columns: 1, between: 0 }
  const { gridTemplateColumns, rowGap } = getComputedStyle(body)
  return { columns: gridTemplateColumns?.split(' ').length || 1, between: Number.parseFloat(rowGap) || 0 }
}

/** Calls `listener` when observing starts and when the container is resized or scrolled. Returns a function that stops it. */
function observeViewport(scroller: HTMLElement, listener: () => void): () => void {
  const observer = new ResizeObserver(listener)
  observer.observe(scroller)
  scroller.addEventListener('scroll', listener, { passive: true })
  return () => {
    observer.disconnect()
    scroller.removeEventListener('scroll', listener)
  }
}

/**
 * Renders only rows near the viewport when there are many. Of new rows, the visible ones render first and the others after the
 * next paint.
 * The focused row and the row at `pinnedIndex` stay rendered at any scroll position. `body` contains the rows, each with
 * `data-index`, inside an element with `data-scroller`.
 */
export function useRowWindow(
  body: RefObject<HTMLElement | null>,
  { rows, nameAt, pinnedIndex = -1, isPrerendered = false, isGrid = false }: RowWindowOptions,
): RowWindow {
  const count = rows.length
  const [handleRowKey] = useState(createRowKeyHandler)
  const isMany = count > MIN_WINDOWED_ROWS
  const [visibleRange, setVisibleRange] = useState({ first: 0, last: INITIAL_ROWS })
  /** Number of rows that fit the viewport at the top, for short lists. Infinite when scrolled down. */
  const [rowsThatFit, setRowsThatFit] = useState(Number.POSITIVE_INFINITY)
  const [columns, setColumns] = useState(1)
  const [rowHeight, setRowHeight] = useState(DEFAULT_ROW_HEIGHT_PX)
  const [focused, setFocused] = useState(-1)
  const pendingFocus = useRef(-1)

  useLayoutEffect(() => {
    const scroller = scrollerOf(body)
    if (!isMany || !scroller) return
    const updateWindow = () => {
      const rows = body.current
      const grid = isGrid ? gridLayoutOf(rows) : { columns: 1, between: 0 }
      const height =
        (rows?.querySelector<HTMLElement>('[data-index]')?.offsetHeight || DEFAULT_ROW_HEIGHT_PX) + grid.between
      const top = scroller.getBoundingClientRect().top - (rows?.getBoundingClientRect().top ?? 0)
      const next = rowRangeToRender(top, scroller.clientHeight, height, Math.ceil(count / grid.columns))
      setRowHeight(height)
      setColumns(grid.columns)
      setVisibleRange((current) => (current.first === next.first && current.last === next.last ? current : next))
    }
    updateWindow()
    return observeViewport(scroller, updateWindow)
  }, [body, isMany, isGrid, count])

  useLayoutEffect(() => {
    const scroller = scrollerOf(body)
    return isMany && scroller ? markScrolling(scroller) : undefined
  }, [body, isMany])

  useLayoutEffect(() => {
    const scroller = scrollerOf(body)
    if (isMany || isGrid || !scroller || typeof ResizeObserver === 'undefined') return
    const updateWindow = () => {
      const height = body.current?.querySelector<HTMLElement>('[data-index]')?.offsetHeight
      const isKnown = height && scroller.clientHeight > 0 && scroller.scrollTop === 0
      setRowHeight(height || DEFAULT_ROW_HEIGHT_PX)
      setRowsThatFit(isKnown ? Math.ceil(scroller.clientHeight / height) : Number.POSITIVE_INFINITY)
    }
    return observeViewport(scroller, updateWindow)
  }, [body, isMany, isGrid])

  // Keeps each row a single Tab stop after any render. A focused grid card has all its controls as stops.
  useLayoutEffect(() => {
    for (const row of body.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])
      if (isGrid && row.contains(document.activeElement)) makeAllTabbable(row)
      else setRovingTabIndex(row)
  })

  useEffect(() => {
    // An effect of an earlier render may run first and find no row yet.
    const link = pendingFocus.current < 0 ? null : linkAt(body.current, pendingFocus.current)
    if (!link) return
    pendingFocus.current = -1
    link.focus()
  })

  const focusRow = (index: number) => {
    const link = linkAt(body.current, index)
    if (link) return link.focus()
    pendingFocus.current = index
    setFocused(index)
  }

  const lines = Math.ceil(count / columns)
  const lineOf = (at: number) => (at < 0 ? at : Math.floor(at / columns))
  const isNew = useHasUnpaintedRows(rows, isMany ? visibleRange.first * columns : 0)
  const isPart = isMany || (isNew && !isPrerendered && rowsThatFit < count)
  const renderRange = !isMany
    ? { first: 0, last: rowsThatFit - 1 }
    : isNew
      ? withoutOverscan(visibleRange, lines)
      : visibleRange
  const runs = isPart ? rowRunsToRender(renderRange, [lineOf(focused), lineOf(pinnedIndex)], lines) : []
  return {
    runs: isPart ? expandLines(runs, columns, count) : [{ gap: 0, first: 0, last: count - 1 }],
    linesBelow: isPart ? lines - 1 - (runs.at(-1)?.last ?? -1) : 0,
    isPartial: isMany,
    rowHeight,
    onFocus: ({ target }) => {
      pendingFocus.current = -1
      setFocused(rowIndexOf(target))
      const row = target.closest<HTMLElement>('[data-index]')
      if (row && isGrid) makeAllTabbable(row)
      else if (row) setRovingTabIndex(row, target)
    },
    onBlur: () => setFocused(-1),
    onKeyDown: (event) =>
      handleRowKey(event, { count, columns: isGrid ? gridLayoutOf(body.current).columns : 1, nameAt, focusRow }),
  }
}

/** Returns whether the row at an index has changed and the new rows are not painted yet. */
function useHasUnpaintedRows(rows: readonly Row[], at: number): boolean {
  const [lastRows, setLastRows] = useState(rows)
  useEffect(() => {
    if (lastRows === rows) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frameId = requestAnimationFrame(() => {
      timer = setTimeout(() => setLastRows(rows))
    })
    return () => {
      cancelAnimationFrame(frameId)
      clearTimeout(timer)
    }
  }, [rows, lastRows])
  return lastRows.length > 0 && lastRows[at]?.id !== rows[at]?.id
}
