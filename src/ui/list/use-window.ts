import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Run, rowsInSight, runsOf } from '../../machines/rules/window.ts'
import { keepOneStop } from './one-stop.ts'
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
  /** How many rows after the last run are not drawn. */
  below: number
  /** Some rows may not be drawn, so that each tells its place. */
  isPartial: boolean
  /** In pixels; all rows are as high as the first. */
  rowHeight: number
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onBlur: () => void
  /** The keys of the rows, those not drawn too (`createRowKeys`). */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** The link of a row, where the row is drawn. */
const linkOf = (body: HTMLElement | null, index: number) =>
  body?.querySelector<HTMLElement>(`[data-index="${index}"] a`)

/** The rows that a {@link RowWindow} draws. */
export interface WindowedRows {
  count: number
  nameAt: (index: number) => string
  /** The place of a row that is drawn wherever the view goes. */
  held?: number
}

/**
 * Draws only the rows near the view, once there are many. The row with the focus and the row at `held` stay wherever the
 * view goes. `body` holds the rows, each with its `data-index`, somewhere within an element with `data-scroller`.
 */
export function useWindow(body: RefObject<HTMLElement | null>, { count, nameAt, held = -1 }: WindowedRows): RowWindow {
  const [hearKey] = useState(createRowKeys)
  const isMany = count > MANY_ROWS
  const [sight, setSight] = useState({ first: 0, last: FIRST_ROWS })
  const [rowHeight, setRowHeight] = useState(ROW_HEIGHT)
  const [focused, setFocused] = useState(-1)
  const wanted = useRef(-1)

  useLayoutEffect(() => {
    const scroller = body.current?.closest<HTMLElement>('[data-scroller]')
    if (!isMany || !scroller) return
    const look = () => {
      const rows = body.current
      const height = rows?.querySelector<HTMLElement>('[data-index]')?.offsetHeight || ROW_HEIGHT
      const top = scroller.getBoundingClientRect().top - (rows?.getBoundingClientRect().top ?? 0)
      const next = rowsInSight(top, scroller.clientHeight, height, count)
      setRowHeight(height)
      setSight((old) => (old.first === next.first && old.last === next.last ? old : next))
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [body, isMany, count])

  // Each row is one stop of the Tab key, whatever was drawn in it just now.
  useLayoutEffect(() => {
    for (const row of body.current?.querySelectorAll<HTMLElement>('[data-index]') ?? []) keepOneStop(row)
  })

  useEffect(() => {
    if (wanted.current < 0) return
    linkOf(body.current, wanted.current)?.focus()
    wanted.current = -1
  })

  const lead = (index: number) => {
    const link = linkOf(body.current, index)
    if (link) return link.focus()
    wanted.current = index
    setFocused(index)
  }

  const runs = isMany ? runsOf(sight, [focused, held], count) : [{ gap: 0, first: 0, last: count - 1 }]
  return {
    runs,
    below: count - 1 - (runs.at(-1)?.last ?? -1),
    isPartial: isMany,
    rowHeight,
    onFocus: ({ target }) => {
      setFocused(indexOf(target))
      const row = target.closest<HTMLElement>('[data-index]')
      if (row) keepOneStop(row, target)
    },
    onBlur: () => setFocused(-1),
    onKeyDown: (event) => hearKey(event, { count, nameAt, lead }),
  }
}
