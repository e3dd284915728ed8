import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { acrossLines, type Run, rowsInSight, runsOf, withoutOverscan } from '../../machines/rules/window.ts'
import { keepOneStop, stopAtEach } from './one-stop.ts'
import { markPassing } from './passing.ts'
import { createRowKeys, indexOf } from './row-keys.ts'

/** From so many rows on, only those near the view are drawn. */
export const MANY_ROWS = 60

/** So many rows are drawn before the view was measured. */
const FIRST_ROWS = 18

/** The height of a row before any was measured, in pixels (Spec §9). */
const ROW_HEIGHT = 80

/** Which rows are drawn, and what the body that holds them must hear. */
export interface RowWindow {
  runs: readonly Run[]
  /** How many lines of rows after the last run are not drawn; the gap of a run counts lines too. */
  below: number
  /** Some rows may not be drawn, so that each tells its place. */
  isPartial: boolean
  /** Of a line, in pixels, with what stands between lines; all are as high as the first. */
  rowHeight: number
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onBlur: () => void
  /** The keys of the rows, those not drawn too (`createRowKeys`). */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** The link of a row, where the row is drawn. */
const linkOf = (body: HTMLElement | null, index: number) =>
  body?.querySelector<HTMLElement>(`[data-index="${index}"] a`)

/** What the rows scroll in. */
const scrollerOf = (body: RefObject<HTMLElement | null>) => body.current?.closest<HTMLElement>('[data-scroller]')

/** The rows that a {@link RowWindow} draws. */
export interface WindowedRows {
  rows: readonly Row[]
  nameAt: (index: number) => string
  /** The place of a row that is drawn wherever the view goes. */
  held?: number
  /** The rows were drawn before they came. */
  isReady?: boolean
  /** Rows stand side by side, as many as the body's style has columns. */
  isGrid?: boolean
}

/** How many rows stand side by side in a grid, and the pixels between its lines. */
function gridOf(body: HTMLElement | null): { columns: number; between: number } {
  if (!body) return { columns: 1, between: 0 }
  const { gridTemplateColumns, rowGap } = getComputedStyle(body)
  return { columns: gridTemplateColumns?.split(' ').length || 1, between: Number.parseFloat(rowGap) || 0 }
}

/** Calls `look` once the size of what the rows scroll in is known, and whenever that changes or it is scrolled. Gives back how to stop. */
function hearView(scroller: HTMLElement, look: () => void): () => void {
  const resized = new ResizeObserver(look)
  resized.observe(scroller)
  scroller.addEventListener('scroll', look, { passive: true })
  return () => {
    resized.disconnect()
    scroller.removeEventListener('scroll', look)
  }
}

/**
 * Draws only the rows near the view, once there are many; of rows that are new to the view those in sight first, and the others
 * once these are on the screen. The row with the focus and the row at `held` stay wherever the
 * view goes. `body` holds the rows, each with its `data-index`, somewhere within an element with `data-scroller`.
 */
export function useWindow(
  body: RefObject<HTMLElement | null>,
  { rows, nameAt, held = -1, isReady = false, isGrid = false }: WindowedRows,
): RowWindow {
  const count = rows.length
  const [hearKey] = useState(createRowKeys)
  const isMany = count > MANY_ROWS
  const [sight, setSight] = useState({ first: 0, last: FIRST_ROWS })
  /** How many rows fit into the view at its top, where there are few; any number further down. */
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY)
  const [columns, setColumns] = useState(1)
  const [rowHeight, setRowHeight] = useState(ROW_HEIGHT)
  const [focused, setFocused] = useState(-1)
  const wanted = useRef(-1)

  useLayoutEffect(() => {
    const scroller = scrollerOf(body)
    if (!isMany || !scroller) return
    const look = () => {
      const rows = body.current
      const grid = isGrid ? gridOf(rows) : { columns: 1, between: 0 }
      const height = (rows?.querySelector<HTMLElement>('[data-index]')?.offsetHeight || ROW_HEIGHT) + grid.between
      const top = scroller.getBoundingClientRect().top - (rows?.getBoundingClientRect().top ?? 0)
      const next = rowsInSight(top, scroller.clientHeight, height, Math.ceil(count / grid.columns))
      setRowHeight(height)
      setColumns(grid.columns)
      setSight((old) => (old.first === next.first && old.last === next.last ? old : next))
    }
    look()
    return hearView(scroller, look)
  }, [body, isMany, isGrid, count])

  useLayoutEffect(() => {
    const scroller = scrollerOf(body)
    return isMany && scroller ? markPassing(scroller) : undefined
  }, [body, isMany])

  useLayoutEffect(() => {
    const scroller = scrollerOf(body)
    if (isMany || isGrid || !scroller || typeof ResizeObserver === 'undefined') return
    const look = () => {
      const height = body.current?.querySelector<HTMLElement>('[data-index]')?.offsetHeight
      const isKnown = height && scroller.clientHeight > 0 && scroller.scrollTop === 0
      setRowHeight(height || ROW_HEIGHT)
      setFits(isKnown ? Math.ceil(scroller.clientHeight / height) : Number.POSITIVE_INFINITY)
    }
    return hearView(scroller, look)
  }, [body, isMany, isGrid])

  // Each row is one stop of the Tab key, whatever was drawn in it just now; the arrows of a card lead elsewhere.
  useLayoutEffect(() => {
    for (const row of body.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])
      if (isGrid && row.contains(document.activeElement)) stopAtEach(row)
      else keepOneStop(row)
  })

  useEffect(() => {
    // An effect of before may come as late as the wish, and finds no row yet.
    const link = wanted.current < 0 ? null : linkOf(body.current, wanted.current)
    if (!link) return
    wanted.current = -1
    link.focus()
  })

  const lead = (index: number) => {
    const link = linkOf(body.current, index)
    if (link) return link.focus()
    wanted.current = index
    setFocused(index)
  }

  const lines = Math.ceil(count / columns)
  const lineOf = (at: number) => (at < 0 ? at : Math.floor(at / columns))
  const isNew = useNew(rows, isMany ? sight.first * columns : 0)
  const isPart = isMany || (isNew && !isReady && fits < count)
  const near = !isMany ? { first: 0, last: fits - 1 } : isNew ? withoutOverscan(sight, lines) : sight
  const drawn = isPart ? runsOf(near, [lineOf(focused), lineOf(held)], lines) : []
  return {
    runs: isPart ? acrossLines(drawn, columns, count) : [{ gap: 0, first: 0, last: count - 1 }],
    below: isPart ? lines - 1 - (drawn.at(-1)?.last ?? -1) : 0,
    isPartial: isMany,
    rowHeight,
    onFocus: ({ target }) => {
      wanted.current = -1
      setFocused(indexOf(target))
      const row = target.closest<HTMLElement>('[data-index]')
      if (row && isGrid) stopAtEach(row)
      else if (row) keepOneStop(row, target)
    },
    onBlur: () => setFocused(-1),
    onKeyDown: (event) => hearKey(event, { count, columns: isGrid ? gridOf(body.current).columns : 1, nameAt, lead }),
  }
}

/** Whether the row at a place is another than before, and what is drawn of these rows is not on the screen yet. */
function useNew(rows: readonly Row[], at: number): boolean {
  const [seen, setSeen] = useState(rows)
  useEffect(() => {
    if (seen === rows) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setSeen(rows))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [rows, seen])
  return seen.length > 0 && seen[at]?.id !== rows[at]?.id
}
