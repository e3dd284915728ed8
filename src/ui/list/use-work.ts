import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { may } from '../../machines/rules/ability.ts'
import { arrangedFields, type Layout, withPlace, withWidth } from '../../machines/rules/layout.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { remainderOf } from '../../machines/rules/removals.ts'
import { readViewHash } from '../../machines/rules/view-link.ts'
import { selectionMachine } from '../../machines/selection.machine.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../machine.ts'
import type { BulkAction } from './bulk.ts'
import type { ListDefinition } from './definition.ts'
import { takeOver } from './hand-over.ts'
import type { ListActor } from './list-actor.ts'
import { canMove, moveAction } from './move-action.ts'
import { holding } from './page-sizes.ts'
import { useAbility } from './use-ability.ts'
import { useBulk } from './use-bulk.ts'
import { useColumns } from './use-columns.ts'
import { useLayout } from './use-layout.ts'
import { type OwnChanges, useOwn } from './use-own.ts'
import { type ListToasts, useToasts } from './use-toasts.ts'

/** Which rows are selected, and how that is changed. */
export interface RowSelection {
  ids: ReadonlySet<string>
  isAll: boolean
  /** A row's box was pressed; with Shift, the rows between it and the last one too. */
  onRow: (id: string, isRange: boolean) => void
  onAll: () => void
  clear: () => void
}

/** What people do with a list as a whole: its columns, its selected rows. */
export interface Work<R extends Row> {
  /** The list with its columns as this person wants them. */
  list: ListDefinition<R>
  /** The rows without those whose deletion waits, and how many there are in all without them. */
  rows: readonly R[]
  totalDocs: number
  layout: Layout
  onLayout: (layout: Layout) => void
  /** The rows are shown as pictures; not known yet where that is still looked up. */
  isGrid: boolean | undefined
  /** Sets a column's width in pixels. */
  onWidth: (field: string, width: number) => void
  /** Gives a column another 1-based place among those shown. */
  onPlace: (field: string, position: number) => void
  /** The name of the view whose link led here. */
  sharedName: string | undefined
  /** Absent where nothing can be done to several rows. */
  selection: RowSelection | undefined
  selected: readonly R[]
  own: OwnChanges
  toasts: ListToasts
  /** Does it to the selected rows, which stay selected. */
  onRun: (action: BulkAction<R>, choice?: string) => void
  /** How many rows could be selected beyond the page, once all of it are, and what selects them. */
  more: { n: number; isAll: boolean; onSelect: () => void } | undefined
  /** Does one of the list's actions on several rows, by its id, to one. */
  onRow: (id: string, row: R) => void
}

/** Runs columns, selection and bulk actions of a list over the rows it shows. */
export function useWork<R extends Row>(plain: ListDefinition<R>, actor: ListActor<R>): Work<R> {
  const { kept } = useAtelier()
  const [shared] = useState(() => readViewHash(location.hash))
  const sharedName = shared?.name
  const [layout, onLayout, isLayoutKnown] = useLayout(plain.id, shared?.layout)
  const onWidth = useCallback(
    (field: string, width: number) => onLayout(withWidth(layout, field, width)),
    [layout, onLayout],
  )
  const columns = useColumns(plain.columns, layout)
  const ability = useAbility()
  const { bulk: declared, saveOrder } = plain
  const { rows: held, removed, shown, paging, totalDocs: allDocs } = useSelector(actor, ({ context }) => context)
  const isMovable = canMove(plain, shown)
  const move = useMemo(() => (isMovable && saveOrder ? moveAction(saveOrder) : undefined), [isMovable, saveOrder])
  const bulk = useMemo(
    () => declared && [...(move ? [move] : []), ...declared].filter(({ needs }) => !needs || may(ability, ...needs)),
    [declared, ability, move],
  )
  const list = useMemo(() => ({ ...plain, columns, ...(bulk && { bulk }) }), [plain, columns, bulk])
  const onPlace = useCallback(
    (field: string, position: number) => {
      const all = arrangedFields(fieldsOf(plain), layout.order)
      onLayout(withPlace(layout, all, fieldsOf(list), field, position))
    },
    [plain, list, layout, onLayout],
  )
  const toasts = useToasts('list.notices')
  const own = useOwn()
  const run = useBulk(plain, actor, own, toasts.want)
  const { rows, totalDocs } = useMemo(
    () => remainderOf({ rows: held, removed, shown, totalDocs: allDocs }),
    [held, removed, shown, allDocs],
  )

  const selecting = useMachineActor(selectionMachine, { id: 'rows' })
  const { ids } = useSelector(selecting, ({ context }) => context.selection)
  useEffect(() => selecting.send({ type: 'rows.shown', ids: rows.map(({ id }) => id) }), [selecting, rows])
  useEffect(() => {
    const heard = selecting.on('page.wanted', ({ limit }) => actor.send({ type: 'limit.chosen', limit }))
    return () => heard.unsubscribe()
  }, [selecting, actor])
  const canSelect = (bulk?.length ?? 0) > 0
  const presses = useMemo(
    () => ({
      onRow: (id: string, isRange: boolean) => selecting.send({ type: 'row.pressed', id, isRange }),
      onAll: () => selecting.send({ type: 'all.pressed' }),
      clear: () => selecting.send({ type: 'selection.cleared' }),
    }),
    [selecting],
  )
  const selection = useMemo<RowSelection | undefined>(() => {
    if (!canSelect) return undefined
    const isAll = rows.length > 0 && rows.every(({ id }) => ids.includes(id))
    return { ids: new Set(ids), isAll, ...presses }
  }, [canSelect, ids, rows, presses])
  const selected = useMemo(() => rows.filter(({ id }) => ids.includes(id)), [rows, ids])
  const isAll = selection?.isAll ?? false
  const more = useMemo(() => {
    const limit = holding(totalDocs)
    if (!isAll || paging === 'infinite' || rows.length >= Math.min(limit, totalDocs)) return undefined
    const onSelect = () => selecting.send({ type: 'more.wanted', limit })
    return { n: Math.min(limit, totalDocs), isAll: limit >= totalDocs, onSelect }
  }, [isAll, paging, rows, totalDocs, selecting])
  const isBeginning = useRef(false)
  const onRun = useCallback(
    (action: BulkAction<R>, choice?: string) => {
      if (isBeginning.current) return
      isBeginning.current = true
      run(action, selected, choice)
        // What tells of it did not come, which is said elsewhere: nothing was begun.
        .catch(() => {})
        .finally(() => {
          isBeginning.current = false
        })
    },
    [run, selected],
  )
  const onRow = useCallback(
    (id: string, row: R) => {
      const action = bulk?.find((one) => one.id === id)
      if (action) run(action, [row]).catch(() => {})
    },
    [run, bulk],
  )
  // Before the first picture, so that what is as good as gone is not shown for a moment.
  useLayoutEffect(() => {
    const given = takeOver<R>(kept, plain.id)
    const action = given && bulk?.find(({ id }) => id === given.action)
    if (!action) return
    const ids = given.rows.map(({ id }) => id)
    if (!action.revert) actor.send({ type: 'rows.removed', ids })
    run(action, given.rows).catch(() => actor.send({ type: 'rows.restored', ids }))
  }, [kept, plain.id, bulk, actor, run])
  return {
    list,
    rows,
    totalDocs,
    layout,
    onLayout,
    isGrid: plain.hasGrid ? (isLayoutKnown ? layout.view === 'grid' : undefined) : false,
    onWidth,
    onPlace,
    sharedName,
    selection,
    selected,
    own,
    toasts,
    onRun,
    more,
    onRow,
  }
}

const fieldsOf = ({ columns }: { columns: readonly { field: string }[] }) => columns.map(({ field }) => field)
