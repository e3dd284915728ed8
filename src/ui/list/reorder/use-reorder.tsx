import { useSelector } from '@xstate/react'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { resolveSorting } from '../../../machines/list/order.ts'
import { type Row, rowOffsetOf } from '../../../machines/list/paging.ts'
import type { MessageKey } from '../../message-key.ts'
import type { ListDefinition } from '../definition.ts'
import type { ListActor } from '../state/list-actor.ts'
import { DragHandle } from './DragHandle.tsx'
import { canMoveRows } from './move-action.ts'
import { type RowDrag, useRowDrag } from './use-row-drag.ts'

export interface ReorderState<R> {
  drag: RowDrag
  isMovable: boolean
  /** Message key of the hint on how to make rows movable. Absent if rows are movable, or never can be. */
  hintKey: MessageKey | undefined
  /** Returns the drag handle of the row at a 0-based index of the page. Absent if the list cannot be sorted manually. */
  renderHandle: ((row: R, index: number) => ReactNode) | undefined
}

/** Enables row moves while the list is sorted by its manual order. */
export function useReorder<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  scroller: RefObject<HTMLElement | null>,
): ReorderState<R> {
  const { shown, paging } = useSelector(actor, ({ context }) => context)
  const count = useSelector(actor, ({ context }) => context.rows.length)
  const { manualOrder, saveOrder, nameOf } = list
  const isMovable = canMoveRows(list, shown)
  const isOffered =
    saveOrder !== undefined && (!manualOrder || resolveSorting(list).fieldsOf(shown.filter).includes(manualOrder))
  const offset = rowOffsetOf(shown, paging)
  const droppedRowId = useRef<string | null>(null)
  const onMove = useCallback(
    (id: string, position: number) => {
      droppedRowId.current = id
      actor.send({ type: 'row.moved', id, position })
    },
    [actor],
  )
  const drag = useRowDrag(scroller, onMove)

  // A drag handle loses the focus when its row moves in the DOM.
  useEffect(() => {
    const id = droppedRowId.current
    droppedRowId.current = null
    if (id !== null) drag.body.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(id)}"]`)?.focus()
  })

  const renderHandle = useMemo(() => {
    if (!isOffered) return undefined
    return (row: R, index: number) =>
      isMovable && (
        <DragHandle
          drag={drag}
          name={nameOf(row)}
          row={{ id: row.id, from: offset + index + 1, first: offset + 1, last: offset + count }}
        />
      )
  }, [isOffered, isMovable, drag, nameOf, offset, count])
  const hintKey = isMovable || !saveOrder ? undefined : isOffered ? 'list.orderByNumber' : list.orderHint
  return { drag, isMovable, hintKey, renderHandle }
}
