import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { dragMachine } from '../../../machines/list/drag.machine.ts'
import { rowIndexAt } from '../../../machines/list/reorder.ts'
import { useMachineActor } from '../../use-machine-actor.ts'

/** Distance from the edge at which a drag scrolls the list, and scroll distance per frame, both in pixels. */
const SCROLL_EDGE_PX = 56
const SCROLL_STEP_PX = 10

export interface RowDrag {
  actor: ActorRefFrom<typeof dragMachine>
  /** Table body. All rows are assumed to have the height of the first. */
  body: { current: HTMLTableSectionElement | null }
  card: { current: HTMLElement | null }
  /** Starts a drag of `row`, limited to its range of positions. */
  startDrag: (event: PointerEvent<HTMLElement>, row: DropRange) => void
}

/** Row and the 1-based positions where it can be dropped. */
export interface DropRange {
  id: string
  from: number
  first: number
  last: number
}

/**
 * Runs row drags by mouse, pen or finger. `onMove` receives the drop position. `scroller` scrolls while the pointer is near its
 * edges. Escape or a lost pointer cancels the drag.
 */
export function useRowDrag(
  scroller: { current: HTMLElement | null },
  onMove: (id: string, position: number) => void,
): RowDrag {
  const actor = useMachineActor(dragMachine, { id: 'rows' })
  const body = useRef<HTMLTableSectionElement>(null)
  const card = useRef<HTMLElement>(null)
  const stop = useRef(() => {})
  const moveRow = useEffectEvent(onMove)
  useEffect(() => {
    const subscription = actor.on('row.moved', ({ id, position }) => moveRow(id, position))
    return () => {
      subscription.unsubscribe()
      stop.current()
    }
  }, [actor])

  const startDrag: RowDrag['startDrag'] = (event, { id, from, first, last }) => {
    if (event.button !== 0 || !event.isPrimary || actor.getSnapshot().matches('dragging')) return
    event.preventDefault()
    const pointer = { id: event.pointerId, x: event.clientX, y: event.clientY }
    const handle = event.currentTarget
    handle.setPointerCapture(pointer.id)
    handle.focus({ preventScroll: true })
    actor.send({ type: 'row.grabbed', id, from, first, last, by: 'pointer' })

    const updateTarget = () => {
      const rows = body.current
      const row = rows?.querySelector('tr[data-row]')
      if (!rows || !row) return
      const { top } = rows.getBoundingClientRect()
      actor.send({ type: 'row.dragged', to: first + rowIndexAt(pointer.y - top, row.getBoundingClientRect().height) })
      card.current?.style.setProperty('translate', `${pointer.x}px ${pointer.y}px`)
    }
    let frameId = requestAnimationFrame(function scroll() {
      const viewport = scroller.current?.getBoundingClientRect()
      if (viewport) {
        const scrollStep =
          pointer.y < viewport.top + SCROLL_EDGE_PX
            ? -SCROLL_STEP_PX
            : pointer.y > viewport.bottom - SCROLL_EDGE_PX
              ? SCROLL_STEP_PX
              : 0
        if (scrollStep) scroller.current?.scrollBy({ top: scrollStep })
        updateTarget()
      }
      frameId = requestAnimationFrame(scroll)
    })
    const controller = new AbortController()
    const { signal } = controller
    const end = (type: 'row.dropped' | 'drag.cancelled') => {
      stop.current()
      actor.send({ type })
    }
    stop.current = () => {
      cancelAnimationFrame(frameId)
      controller.abort()
      if (handle.hasPointerCapture(pointer.id)) handle.releasePointerCapture(pointer.id)
      stop.current = () => {}
    }
    const isOurs = ({ pointerId }: { pointerId: number }) => pointerId === pointer.id
    const listen = <K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void) =>
      handle.addEventListener(type, listener, { signal })
    listen('pointermove', (at) => {
      if (!isOurs(at)) return
      Object.assign(pointer, { x: at.clientX, y: at.clientY })
      updateTarget()
    })
    listen('pointerup', (at) => isOurs(at) && end('row.dropped'))
    listen('pointercancel', (at) => isOurs(at) && end('drag.cancelled'))
    document.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return
        key.preventDefault()
        key.stopPropagation()
        end('drag.cancelled')
      },
      { signal, capture: true },
    )
    updateTarget()
  }
  // Stable value, so that rows do not render again.
  const [drag] = useState(() => ({ actor, body, card, startDrag }))
  return drag
}
