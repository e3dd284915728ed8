import { type PointerEvent, useRef } from 'react'
import { MAX_COLUMN_WIDTH_PX, MIN_COLUMN_WIDTH_PX } from '../../../machines/views/layout.ts'
import styles from './DataTable.module.css'

export interface ColumnResizerProps {
  /** Called once on release, with the column's new width in pixels. */
  onWidth: (width: number) => void
}

/** Drag handle that resizes a column. Pointer only: keyboard and screen-reader users have the columns panel. */
export function ColumnResizer({ onWidth }: ColumnResizerProps) {
  const dragState = useRef<{ from: number; width: number; now: number } | null>(null)
  const headOf = ({ currentTarget }: PointerEvent) => currentTarget.closest('th')
  const startDrag = (event: PointerEvent<HTMLSpanElement>) => {
    const head = headOf(event)
    if (event.button !== 0 || !head) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    dragState.current = { from: event.clientX, width: head.offsetWidth, now: head.offsetWidth }
  }
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    const head = headOf(event)
    if (!dragState.current || !head) return
    const { from, width } = dragState.current
    const isForward = getComputedStyle(head).direction !== 'rtl'
    const newWidth = width + (event.clientX - from) * (isForward ? 1 : -1)
    dragState.current.now = Math.min(Math.max(newWidth, MIN_COLUMN_WIDTH_PX), MAX_COLUMN_WIDTH_PX)
    // Sets the style directly, so that no row renders during the drag.
    head.style.inlineSize = `${dragState.current.now}px`
  }
  const endDrag = () => {
    const finished = dragState.current
    dragState.current = null
    if (finished && finished.now !== finished.width) onWidth(finished.now)
  }
  const cancelDrag = (event: PointerEvent) => {
    const head = headOf(event)
    if (dragState.current && head) head.style.inlineSize = `${dragState.current.width}px`
    dragState.current = null
  }
  return (
    <span
      className={styles.edge}
      data-edge=""
      aria-hidden="true"
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={endDrag}
      onPointerCancel={cancelDrag}
    />
  )
}
