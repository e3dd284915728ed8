import { useSelector } from '@xstate/react'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { sortingOf } from '../../machines/rules/order.ts'
import { offsetOf, type Row } from '../../machines/rules/paging.ts'
import type { ListDefinition } from './definition.ts'
import { Grip } from './Grip.tsx'
import type { ListActor } from './list-actor.ts'
import { canMove } from './move-action.ts'
import { type Drag, useDrag } from './use-row-drag.ts'

/** The moving of rows by hand. */
export interface Reorder<R> {
  drag: Drag
  /** Rows can be moved now. */
  isMovable: boolean
  /** How one gets to where they can be, as the key of its words; absent where they can, or never could. */
  wayThere: string | undefined
  /** The handle of a row, by the row's place on the page from 0; absent where the list has no order of its own now. */
  leadOf: ((row: R, index: number) => ReactNode) | undefined
}

/** Lets rows be moved while the list is sorted by the order people give it. */
export function useReorder<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  scroller: RefObject<HTMLElement | null>,
): Reorder<R> {
  const { shown, paging } = useSelector(actor, ({ context }) => context)
  const count = useSelector(actor, ({ context }) => context.rows.length)
  const { manualOrder, saveOrder, nameOf } = list
  const isMovable = canMove(list, shown)
  const isOffered =
    saveOrder !== undefined && (!manualOrder || sortingOf(list).fieldsOf(shown.filter).includes(manualOrder))
  const offset = offsetOf(shown, paging)
  const dropped = useRef<string | null>(null)
  const onMove = useCallback(
    (id: string, position: number) => {
      dropped.current = id
      actor.send({ type: 'row.moved', id, position })
    },
    [actor],
  )
  const drag = useDrag(scroller, onMove)

  // A row that moves in the page takes the focus from its handle.
  useEffect(() => {
    const id = dropped.current
    dropped.current = null
    if (id !== null) drag.body.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(id)}"]`)?.focus()
  })

  const leadOf = useMemo(() => {
    if (!isOffered) return undefined
    return (row: R, index: number) =>
      isMovable && (
        <Grip
          drag={drag}
          name={nameOf(row)}
          row={{ id: row.id, from: offset + index + 1, first: offset + 1, last: offset + count }}
        />
      )
  }, [isOffered, isMovable, drag, nameOf, offset, count])
  const wayThere = isMovable || !saveOrder ? undefined : isOffered ? 'list.orderByNumber' : list.orderHint
  return { drag, isMovable, wayThere, leadOf }
}
