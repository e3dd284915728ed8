import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Row } from '../../../machines/list/paging.ts'
import {
  expandLines,
  type RowRun,
  rowRangeToRender,
  rowRunsToRender,
  withoutOverscan,
} from '../../../machines/list/row-window.ts'
import { markScrolling } from './mark-scrolling.ts'
import { makeAllTabbable, setRovingTabIndex } from './roving-tab-index.ts'
import { createRowKeyHandler, rowIndexOf } from './row-keys.ts'

/** Row count above which only rows near the viewport are rendered. */
export const MIN_WINDOWED_ROWS = 60

/** Index of the last row rendered before the viewport is measured. */
const INITIAL_ROWS = 18

/** Assumed row height before measuring, in pixels (Spec §9). */
const DEFAULT_ROW_HEIGHT_PX = 80

export interface RowWindow {
  runs: readonly RowRun[]
  /** Number of lines below the last rendered row. `gap` in a run also counts lines. */
  linesBelow: number
  /** Whether rows outside the viewport are left out. Each row then has its index as an ARIA attribute. */
  isPartial: boolean
  /** Height of a line and the gap below, in pixels. All lines are assumed to have the height of the first. */
  rowHeight: number
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onBlur: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

const linkAt = (body: HTMLElement | null, index: number) =>
  body?.querySelector<HTMLElement>(`[data-index="${index}"] a`)

const scrollerOf = (body: RefObject<HTMLElement | null>) => body.current?.closest<HTMLElement>('[data-scroller]')

export interface RowWindowOptions {
  rows: readonly Row[]
  nameAt: (index: number) => string
  /** Index of a row that stays rendered at any scroll position. */
  pinnedIndex?: number
  /** Whether the rows were rendered before the user requested them. */
  isPrerendered?: boolean
  /** Whether rows are in a grid. The style of the container sets the number of columns. */
  isGrid?: boolean
}

/** Returns the number of columns of a grid, and the gap between its lines in pixels. */
function gridLayoutOf(body: HTMLElement | null): { columns: number; between: number } {
  if (!body) return { columns: 1, between: 0 }
  const { gridTemplateColumns, rowGap } = getComputedStyle(body)
  return { columns: gridTemplateColumns?.split(' ').length || 1, between: Number.parseFloat(rowGap) || 0 }
}

/** Calls `listener` immediately and when the container is resized or scrolled. Returns a function that stops observing. */
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
 * Limits a long list to the rows near the viewport. New visible rows render first, the others after the next paint. The focused
 * row and the row at `pinnedIndex` are always rendered. `body` contains the rows, each with `data-index`, inside an element with
 * `data-scroller`.
 */
export function useRowWindow(
  body: RefObject<HTMLElement | null>,
  { rows, nameAt, pinnedIndex = -1, isPrerendered = false, isGrid = false }: RowWindowOptions,
): RowWindow {
  const count = rows.length
  const [handleRowKey] = useState(createRowKeyHandler)
  const isMany = count > MIN_WINDOWED_ROWS
  const [visibleRange, setVisibleRange] = useState({ first: 0, last: INITIAL_ROWS })
  /** Number of rows that fit in the viewport of a short list. Infinite if the list is not scrolled to the top. */
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

  // Sets the Tab stops after each render: one per row, but all controls of a focused grid card.
  useLayoutEffect(() => {
    for (const row of body.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])
      if (isGrid && row.contains(document.activeElement)) makeAllTabbable(row)
      else setRovingTabIndex(row)
  })

  useEffect(() => {
    // This effect may belong to an earlier render, in which the row is missing.
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

/** Returns whether new rows have changed the row at an index and are not painted yet. */
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
