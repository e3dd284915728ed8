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
import { dragMachine } from '../../../machines/list/drag.machine.ts'
import { columnPositionAt } from '../../../machines/views/layout.ts'
import { useMachineActor } from '../../use-machine-actor.ts'

/** Distance in pixels that the pointer moves before a press on a column header becomes a drag. */
const DRAG_THRESHOLD_PX = 6

export interface ColumnDrag {
  actor: ActorRefFrom<typeof dragMachine>
  /** Head row; each head has `data-field`. */
  row: RefObject<HTMLTableRowElement | null>
  /** Handles a press on a head. The press becomes a drag when the pointer moves. */
  startDrag: (event: PointerEvent<HTMLTableRowElement>) => void
  /** Moves a column by one position when the key is a left or right arrow. */
  moveByKey: (event: KeyboardEvent<HTMLTableRowElement>, field: string) => void
}

/**
 * Runs column drags by mouse or pen; touch scrolls instead. `onPlace` receives the new 1-based position among the visible
 * `fields`. Escape or a lost pointer cancels the drag.
 */
export function useColumnDrag(
  fields: readonly string[],
  onPlace: (field: string, position: number) => void,
): ColumnDrag {
  const actor = useMachineActor(dragMachine, { id: 'columns' })
  const row = useRef<HTMLTableRowElement>(null)
  const stop = useRef(() => {})
  const focused = useRef<string | null>(null)
  const visibleFields = useEffectEvent(() => fields)
  const moveColumn = useEffectEvent(onPlace)
  useEffect(() => {
    // A head loses the focus when it moves in the DOM.
    const head = focused.current !== null && headOf(row.current, focused.current)
    focused.current = null
    if (head) (head.querySelector<HTMLElement>('button') ?? head).focus()
  })
  useEffect(() => {
    const { unsubscribe } = actor.on('row.moved', ({ id, position }) => moveColumn(id, position))
    return () => {
      unsubscribe()
      stop.current()
    }
  }, [actor])

  const startDrag: ColumnDrag['startDrag'] = (event) => {
    const { target, button, isPrimary, pointerType, pointerId, clientX: start } = event
    const heads = row.current
    if (button !== 0 || !isPrimary || pointerType === 'touch' || !heads || !(target instanceof Element)) return
    const id = target.closest<HTMLElement>('[data-field]')?.dataset['field']
    if (id === undefined || target.closest('[data-edge]')) return
    stop.current()
    const from = visibleFields().indexOf(id) + 1
    const controller = new AbortController()
    const listen = <T extends keyof DocumentEventMap>(type: T, listener: (event: DocumentEventMap[T]) => void) =>
      document.addEventListener(type, listener, { signal: controller.signal, capture: true })
    const isDragging = () => actor.getSnapshot().matches('dragging')
    stop.current = () => {
      controller.abort()
      actor.send({ type: 'drag.cancelled' })
      stop.current = () => {}
    }
    listen('pointermove', (pointerEvent) => {
      if (pointerEvent.pointerId !== pointerId) return
      if (!isDragging()) {
        if (Math.abs(pointerEvent.clientX - start) < DRAG_THRESHOLD_PX) return
        actor.send({ type: 'row.grabbed', id, from, first: 1, last: visibleFields().length, by: 'pointer' })
        getSelection()?.removeAllRanges()
      }
      actor.send({
        type: 'row.dragged',
        to: columnPositionAt(pointerEvent.clientX, headPositionsOf(heads), id, visibleFields()),
      })
    })
    listen('pointerup', (pointerEvent) => {
      if (pointerEvent.pointerId !== pointerId) return
      // Suppresses the click after the drop, which would sort by the target column.
      if (isDragging()) addEventListener('click', suppressEvent, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', suppressEvent, { capture: true }))
      actor.send({ type: 'row.dropped' })
      stop.current()
    })
    listen('pointercancel', (pointerEvent) => pointerEvent.pointerId === pointerId && stop.current())
    listen('keydown', (keyEvent) => {
      if (keyEvent.key !== 'Escape' || !isDragging()) return
      suppressEvent(keyEvent)
      stop.current()
    })
  }

  const moveByKey: ColumnDrag['moveByKey'] = (event, field) => {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!offset) return
    event.preventDefault()
    const isForward = getComputedStyle(event.currentTarget).direction !== 'rtl'
    const position = visibleFields().indexOf(field) + 1 + (isForward ? offset : -offset)
    if (position < 1 || position > visibleFields().length) return
    focused.current = field
    moveColumn(field, position)
  }
  // Stable value, so that heads do not render again.
  const [drag] = useState(() => ({ actor, row, startDrag, moveByKey }))
  return drag
}

function suppressEvent(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

const headOf = (row: HTMLTableRowElement | null, field: string) =>
  [...(row?.cells ?? [])].find((cell) => cell.dataset['field'] === field)

/** Returns the middle of each visible head, in pixels. */
function headPositionsOf(row: HTMLElement) {
  const isForward = getComputedStyle(row).direction !== 'rtl'
  return [...row.querySelectorAll<HTMLElement>('[data-field]')].flatMap((head) => {
    const { left, right } = head.getBoundingClientRect()
    return right > left ? [{ field: head.dataset['field'] ?? '', middle: (left + right) / 2, isOn: isForward }] : []
  })
}
