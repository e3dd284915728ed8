import { type PointerEvent, useRef } from 'react'
import { COLUMN_MAX, COLUMN_MIN } from '../../machines/rules/layout.ts'
import styles from './DataTable.module.css'

/** Props of {@link ColumnEdge}. */
export interface ColumnEdgeProps {
  /** Called once, when the edge is let go, with the column's new width in pixels. */
  onWidth: (width: number) => void
}

/**
 * The edge of a column's head, dragged to make the column wider or narrower. For the pointer alone: the columns' panel
 * does the same for keyboards and screen readers.
 */
export function ColumnEdge({ onWidth }: ColumnEdgeProps) {
  const held = useRef<{ from: number; width: number; now: number } | null>(null)
  const headOf = ({ currentTarget }: PointerEvent) => currentTarget.closest('th')
  const take = (event: PointerEvent<HTMLSpanElement>) => {
    const head = headOf(event)
    if (event.button !== 0 || !head) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { from: event.clientX, width: head.offsetWidth, now: head.offsetWidth }
  }
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    const head = headOf(event)
    if (!held.current || !head) return
    const { from, width } = held.current
    const isOn = getComputedStyle(head).direction !== 'rtl'
    const wanted = width + (event.clientX - from) * (isOn ? 1 : -1)
    held.current.now = Math.min(Math.max(wanted, COLUMN_MIN), COLUMN_MAX)
    // Straight on the head while it moves: no row is drawn anew for it.
    head.style.inlineSize = `${held.current.now}px`
  }
  const drop = () => {
    const dragged = held.current
    held.current = null
    if (dragged && dragged.now !== dragged.width) onWidth(dragged.now)
  }
  const giveUp = (event: PointerEvent) => {
    const head = headOf(event)
    if (held.current && head) head.style.inlineSize = `${held.current.width}px`
    held.current = null
  }
  return (
    <span
      className={styles.edge}
      data-edge=""
      aria-hidden="true"
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={giveUp}
    />
  )
}
