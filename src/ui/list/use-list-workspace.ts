import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Row } from '../../machines/list/paging.ts'
import { withoutRemovedRows } from '../../machines/list/removals.ts'
import { selectionMachine } from '../../machines/list/selection.machine.ts'
import { can } from '../../machines/session/ability.ts'
import { type ListLayout, orderFields, withColumnPosition, withColumnWidth } from '../../machines/views/layout.ts'
import { readViewHash } from '../../machines/views/view-link.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../use-machine-actor.ts'
import { useAbility } from './actions/use-ability.ts'
import type { BulkAction } from './bulk-action.ts'
import type { ListDefinition } from './definition.ts'
import { canMoveRows, createMoveAction } from './reorder/move-action.ts'
import { useBulkActions } from './selection/use-bulk-actions.ts'
import type { ListActor } from './state/list-actor.ts'
import { smallestPageSizeFor } from './state/page-sizes.ts'
import { takeQueuedListAction } from './state/queued-action.ts'
import { type PendingChanges, usePendingChanges } from './state/use-pending-changes.ts'
import { type LazyPageToasts, useToasts } from './use-toasts.ts'
import { useArrangedColumns } from './views/use-arranged-columns.ts'
import { useListLayout } from './views/use-list-layout.ts'

/** Selected rows and the handlers that change the selection. */
export interface RowSelection {
  ids: ReadonlySet<string>
  isAll: boolean
  /** Toggles a row. With Shift, selects all rows between this row and the last toggled one. */
  onRow: (id: string, isRange: boolean) => void
  onAll: () => void
  clear: () => void
}

export interface ListWorkspace<R extends Row> {
  /** List definition with the columns as arranged by the user. */
  list: ListDefinition<R>
  /** Rows that are not pending deletion, and their total number. */
  rows: readonly R[]
  totalDocs: number
  layout: ListLayout
  onLayout: (layout: ListLayout) => void
  /** Whether rows are shown as a grid; undefined until the stored preference is read. */
  isGrid: boolean | undefined
  /** Sets a column's width in pixels. */
  onWidth: (field: string, width: number) => void
  /** Moves a column to another 1-based position among the visible columns. */
  onPlace: (field: string, position: number) => void
  /** Name of the shared view that was opened by link. */
  sharedName: string | undefined
  /** Absent when the user is allowed no bulk action. */
  selection: RowSelection | undefined
  selected: readonly R[]
  pendingChanges: PendingChanges
  toasts: LazyPageToasts
  /** Runs an action on the selected rows, which stay selected. */
  onRun: (action: BulkAction<R>, choice?: string) => void
  /** Offer to select more rows, set when the whole page is selected. `n` is the number of rows that `onSelect` selects. */
  more: { n: number; isAll: boolean; onSelect: () => void } | undefined
  onRow: (id: string, row: R) => void
}

/** Provides the columns, selection and bulk actions of a list. */
export function useListWorkspace<R extends Row>(definition: ListDefinition<R>, actor: ListActor<R>): ListWorkspace<R> {
  const { cache } = useAtelier()
  const [sharedView] = useState(() => readViewHash(location.hash))
  const sharedName = sharedView?.name
  const [layout, onLayout, isLayoutKnown] = useListLayout(definition.id, sharedView?.layout)
  const onWidth = useCallback(
    (field: string, width: number) => onLayout(withColumnWidth(layout, field, width)),
    [layout, onLayout],
  )
  const columns = useArrangedColumns(definition.columns, layout)
  const ability = useAbility()
  const { bulk: declaredActions, saveOrder } = definition
  const { rows: loadedRows, removed, shown, paging, totalDocs: allDocs } = useSelector(actor, ({ context }) => context)
  const isMovable = canMoveRows(definition, shown)
  const move = useMemo(() => (isMovable && saveOrder ? createMoveAction(saveOrder) : undefined), [isMovable, saveOrder])
  const bulk = useMemo(
    () =>
      declaredActions &&
      [...(move ? [move] : []), ...declaredActions].filter(({ needs }) => !needs || can(ability, ...needs)),
    [declaredActions, ability, move],
  )
  const list = useMemo(() => ({ ...definition, columns, ...(bulk && { bulk }) }), [definition, columns, bulk])
  const onPlace = useCallback(
    (field: string, position: number) => {
      const allFields = orderFields(fieldsOf(definition), layout.order)
      onLayout(withColumnPosition(layout, allFields, fieldsOf(list), field, position))
    },
    [definition, list, layout, onLayout],
  )
  const toasts = useToasts('list.notices')
  const pendingChanges = usePendingChanges()
  const runAction = useBulkActions(definition, actor, pendingChanges, toasts.load)
  const { rows, totalDocs } = useMemo(
    () => withoutRemovedRows({ rows: loadedRows, removed, shown, totalDocs: allDocs }),
    [loadedRows, removed, shown, allDocs],
  )

  const selectionActor = useMachineActor(selectionMachine, { id: 'rows' })
  const { ids } = useSelector(selectionActor, ({ context }) => context.selection)
  useEffect(() => selectionActor.send({ type: 'rows.shown', ids: rows.map(({ id }) => id) }), [selectionActor, rows])
  useEffect(() => {
    const subscription = selectionActor.on('limit.requested', ({ limit }) =>
      actor.send({ type: 'limit.chosen', limit }),
    )
    return () => subscription.unsubscribe()
  }, [selectionActor, actor])
  const canSelect = (bulk?.length ?? 0) > 0
  const selectionHandlers = useMemo(
    () => ({
      onRow: (id: string, isRange: boolean) => selectionActor.send({ type: 'row.pressed', id, isRange }),
      onAll: () => selectionActor.send({ type: 'all.pressed' }),
      clear: () => selectionActor.send({ type: 'selection.cleared' }),
    }),
    [selectionActor],
  )
  const selection = useMemo<RowSelection | undefined>(() => {
    if (!canSelect) return undefined
    const isAll = rows.length > 0 && rows.every(({ id }) => ids.includes(id))
    return { ids: new Set(ids), isAll, ...selectionHandlers }
  }, [canSelect, ids, rows, selectionHandlers])
  const selected = useMemo(() => rows.filter(({ id }) => ids.includes(id)), [rows, ids])
  const isAll = selection?.isAll ?? false
  const more = useMemo(() => {
    const limit = smallestPageSizeFor(totalDocs)
    if (!isAll || paging === 'infinite' || rows.length >= Math.min(limit, totalDocs)) return undefined
    const onSelect = () => selectionActor.send({ type: 'more.requested', limit })
    return { n: Math.min(limit, totalDocs), isAll: limit >= totalDocs, onSelect }
  }, [isAll, paging, rows, totalDocs, selectionActor])
  const isStarting = useRef(false)
  const onRun = useCallback(
    (action: BulkAction<R>, choice?: string) => {
      if (isStarting.current) return
      isStarting.current = true
      runAction(action, selected, choice)
        // The toasts failed to load, so no action was started. `FailedModulesNotice` reports the failed chunk.
        .catch(() => {})
        .finally(() => {
          isStarting.current = false
        })
    },
    [runAction, selected],
  )
  const onRow = useCallback(
    (id: string, row: R) => {
      const action = bulk?.find((candidate) => candidate.id === id)
      if (action) runAction(action, [row]).catch(() => {})
    },
    [runAction, bulk],
  )
  // Runs before paint, so that a row pending deletion is never visible.
  useLayoutEffect(() => {
    const queuedAction = takeQueuedListAction<R>(cache, definition.id)
    const action = queuedAction && bulk?.find(({ id }) => id === queuedAction.action)
    if (!action) return
    const ids = queuedAction.rows.map(({ id }) => id)
    if (!action.revert) actor.send({ type: 'rows.removed', ids })
    runAction(action, queuedAction.rows).catch(() => actor.send({ type: 'rows.restored', ids }))
  }, [cache, definition.id, bulk, actor, runAction])
  return {
    list,
    rows,
    totalDocs,
    layout,
    onLayout,
    isGrid: definition.hasGrid ? (isLayoutKnown ? layout.view === 'grid' : undefined) : false,
    onWidth,
    onPlace,
    sharedName,
    selection,
    selected,
    pendingChanges,
    toasts,
    onRun,
    more,
    onRow,
  }
}

const fieldsOf = ({ columns }: { columns: readonly { field: string }[] }) => columns.map(({ field }) => field)
