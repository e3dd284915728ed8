import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { ActorRefFrom } from 'xstate'
import { dragMachine } from '../../machines/drag.machine.ts'
import { placeAmong } from '../../machines/rules/layout.ts'
import { useMachineActor } from '../machine.ts'

/** How far the pointer goes, in pixels, before a press on a head is a drag and no longer a press. */
const SLACK = 6

/** A column's head being carried, as the heads follow it. */
export interface ColumnDrag {
  actor: ActorRefFrom<typeof dragMachine>
  /** The row of the heads, each with its `data-field`. */
  row: RefObject<HTMLTableRowElement | null>
  /** A press on a head, which becomes a drag where it moves. */
  lift: (event: PointerEvent<HTMLTableRowElement>) => void
  /** Moves a column by one place, where the key is an arrow to a side. */
  step: (event: KeyboardEvent<HTMLTableRowElement>, field: string) => void
}

/**
 * Runs the moving of columns by their heads, with a mouse or pen (a finger scrolls there, and has the columns' panel).
 * `onPlace` hears the column's new 1-based place among `fields`, those shown. Escape and a lost pointer change nothing.
 */
export function useColumnDrag(
  fields: readonly string[],
  onPlace: (field: string, position: number) => void,
): ColumnDrag {
  const actor = useMachineActor(dragMachine, { id: 'columns' })
  const row = useRef<HTMLTableRowElement>(null)
  const stop = useRef(() => {})
  const focused = useRef<string | null>(null)
  const shown = useEffectEvent(() => fields)
  const place = useEffectEvent(onPlace)
  useEffect(() => {
    // A head that moves in the page loses the focus.
    const head = focused.current !== null && headOf(row.current, focused.current)
    focused.current = null
    if (head) (head.querySelector<HTMLElement>('button') ?? head).focus()
  })
  useEffect(() => {
    const { unsubscribe } = actor.on('row.moved', ({ id, position }) => place(id, position))
    return () => {
      unsubscribe()
      stop.current()
    }
  }, [actor])

  const lift: ColumnDrag['lift'] = (event) => {
    const { target, button, isPrimary, pointerType, pointerId, clientX: start } = event
    const heads = row.current
    if (button !== 0 || !isPrimary || pointerType === 'touch' || !heads || !(target instanceof Element)) return
    const id = target.closest<HTMLElement>('[data-field]')?.dataset['field']
    if (id === undefined || target.closest('[data-edge]')) return
    stop.current()
    const from = shown().indexOf(id) + 1
    const leaving = new AbortController()
    const listen = <T extends keyof DocumentEventMap>(type: T, hear: (event: DocumentEventMap[T]) => void) =>
      document.addEventListener(type, hear, { signal: leaving.signal, capture: true })
    const isCarried = () => actor.getSnapshot().matches('held')
    stop.current = () => {
      leaving.abort()
      actor.send({ type: 'drag.cancelled' })
      stop.current = () => {}
    }
    listen('pointermove', (at) => {
      if (at.pointerId !== pointerId) return
      if (!isCarried()) {
        if (Math.abs(at.clientX - start) < SLACK) return
        actor.send({ type: 'row.lifted', id, from, first: 1, last: shown().length, by: 'pointer' })
        getSelection()?.removeAllRanges()
      }
      actor.send({ type: 'row.carried', to: placeAmong(at.clientX, spansOf(heads), id, shown()) })
    })
    listen('pointerup', (at) => {
      if (at.pointerId !== pointerId) return
      // The press that follows would sort by the column that was dropped on.
      if (isCarried()) addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      actor.send({ type: 'row.dropped' })
      stop.current()
    })
    listen('pointercancel', (at) => at.pointerId === pointerId && stop.current())
    listen('keydown', (key) => {
      if (key.key !== 'Escape' || !isCarried()) return
      swallow(key)
      stop.current()
    })
  }

  const step: ColumnDrag['step'] = (event, field) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!steps) return
    event.preventDefault()
    const isOn = getComputedStyle(event.currentTarget).direction !== 'rtl'
    const position = shown().indexOf(field) + 1 + (isOn ? steps : -steps)
    if (position < 1 || position > shown().length) return
    focused.current = field
    place(field, position)
  }
  // One value for good, so that heads need not be drawn again.
  const [drag] = useState(() => ({ actor, row, lift, step }))
  return drag
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

const headOf = (row: HTMLTableRowElement | null, field: string) =>
  [...(row?.cells ?? [])].find((cell) => cell.dataset['field'] === field)

/** Where the heads that can be seen stand, along the line in which the page reads. */
function spansOf(row: HTMLElement) {
  const isOn = getComputedStyle(row).direction !== 'rtl'
  return [...row.querySelectorAll<HTMLElement>('[data-field]')].flatMap((head) => {
    const { left, right } = head.getBoundingClientRect()
    return right > left ? [{ field: head.dataset['field'] ?? '', middle: (left + right) / 2, isOn }] : []
  })
}
