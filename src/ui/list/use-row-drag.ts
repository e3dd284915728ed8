import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { dragMachine } from '../../machines/drag.machine.ts'
import { placeUnder } from '../../machines/rules/reorder.ts'
import { useMachineActor } from '../machine.ts'

/** How near to an edge of the list (pixels) a held row makes it scroll, and how far it goes each frame. */
const EDGE = 56
const STEP = 10

/** A row being carried, as the views follow it. */
export interface Drag {
  actor: ActorRefFrom<typeof dragMachine>
  /** The rows' table body; its rows are all as high as the first. */
  body: { current: HTMLTableSectionElement | null }
  /** The card that follows the pointer. */
  card: { current: HTMLElement | null }
  /** Begins to carry `id` from its 1-based place `from`, among the places `first` to `last`. */
  lift: (event: PointerEvent<HTMLElement>, row: Places) => void
}

/** A row and the 1-based places it can be put down at. */
export interface Places {
  id: string
  from: number
  first: number
  last: number
}

/**
 * Runs the carrying of rows. `onMove` hears where a row was put down; `scroller` scrolls when a row is held near its
 * edge. One pointer (mouse, pen or finger) carries; Escape and a lost pointer put the row back.
 */
export function useDrag(
  scroller: { current: HTMLElement | null },
  onMove: (id: string, position: number) => void,
): Drag {
  const actor = useMachineActor(dragMachine, { id: 'rows' })
  const body = useRef<HTMLTableSectionElement>(null)
  const card = useRef<HTMLElement>(null)
  const stop = useRef(() => {})
  const moved = useEffectEvent(onMove)
  useEffect(() => {
    const subscription = actor.on('row.moved', ({ id, position }) => moved(id, position))
    return () => {
      subscription.unsubscribe()
      stop.current()
    }
  }, [actor])

  const lift: Drag['lift'] = (event, { id, from, first, last }) => {
    if (event.button !== 0 || !event.isPrimary || actor.getSnapshot().matches('held')) return
    event.preventDefault()
    const pointer = { id: event.pointerId, x: event.clientX, y: event.clientY }
    const handle = event.currentTarget
    handle.setPointerCapture(pointer.id)
    handle.focus({ preventScroll: true })
    actor.send({ type: 'row.lifted', id, from, first, last, by: 'pointer' })

    const follow = () => {
      const rows = body.current
      const row = rows?.querySelector('tr[data-row]')
      if (!rows || !row) return
      const { top } = rows.getBoundingClientRect()
      actor.send({ type: 'row.carried', to: first + placeUnder(pointer.y - top, row.getBoundingClientRect().height) })
      card.current?.style.setProperty('translate', `${pointer.x}px ${pointer.y}px`)
    }
    let frame = requestAnimationFrame(function scroll() {
      const box = scroller.current?.getBoundingClientRect()
      if (box) {
        const pull = pointer.y < box.top + EDGE ? -STEP : pointer.y > box.bottom - EDGE ? STEP : 0
        if (pull) scroller.current?.scrollBy({ top: pull })
        follow()
      }
      frame = requestAnimationFrame(scroll)
    })
    const leaving = new AbortController()
    const { signal } = leaving
    const end = (type: 'row.dropped' | 'drag.cancelled') => {
      stop.current()
      actor.send({ type })
    }
    stop.current = () => {
      cancelAnimationFrame(frame)
      leaving.abort()
      if (handle.hasPointerCapture(pointer.id)) handle.releasePointerCapture(pointer.id)
      stop.current = () => {}
    }
    const isOurs = ({ pointerId }: { pointerId: number }) => pointerId === pointer.id
    const listen = <K extends keyof HTMLElementEventMap>(type: K, hear: (event: HTMLElementEventMap[K]) => void) =>
      handle.addEventListener(type, hear, { signal })
    listen('pointermove', (at) => {
      if (!isOurs(at)) return
      Object.assign(pointer, { x: at.clientX, y: at.clientY })
      follow()
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
    follow()
  }
  // One value for good, so that rows need not be drawn again.
  const [drag] = useState(() => ({ actor, body, card, lift }))
  return drag
}
