import { useSelector } from '@xstate/react'
import { useCallback, useState } from 'react'
import type { Order } from '../../api/contract/list.ts'
import type { Row } from '../../machines/list/paging.ts'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import { lazyComponent, lazyModule, toLazyComponent } from '../kit/loading/lazy-module.ts'
import type { RowActions } from './actions/use-row-actions.ts'
import type { ListDefinition } from './definition.ts'
import styles from './ListView.module.css'
import type { ReorderState } from './reorder/use-reorder.tsx'
import type { ListActor } from './state/list-actor.ts'
import tableStyles from './table/DataTable.module.css'
import { DataTable } from './table/DataTable.tsx'
import { HeadCell } from './table/HeadCell.tsx'
import itemStyles from './table/ItemList.module.css'
import type { ItemListProps } from './table/ItemList.tsx'
import { ItemSkeletons } from './table/ItemSkeletons.tsx'
import { usePrefetchedRows } from './table/use-prefetched-rows.ts'
import type { PrerenderTrigger } from './table/use-prerendered-page.ts'
import { MIN_WINDOWED_ROWS } from './table/use-row-window.ts'
import { PHONE_MEDIA_QUERY } from './use-is-phone.ts'
import { useListTranslate } from './use-list-translate.ts'
import type { RowSelection } from './use-list-workspace.ts'

const lazyItemList = lazyModule(async () => (await import('./table/ItemList.tsx')).ItemList)
// Phones need the items immediately, so the import runs in parallel with the request for rows.
if (globalThis.matchMedia?.(PHONE_MEDIA_QUERY).matches) lazyItemList.prefetch().catch(() => {})
const ItemList = toLazyComponent(lazyItemList, ItemListSkeleton)

const DragLayer = lazyComponent(async () => (await import('./reorder/DragLayer.tsx')).DragLayer)

export interface ListRowsProps<R extends Row> {
  list: ListDefinition<R>
  actor: ListActor<R>
  rows: readonly R[]
  order: Order
  /** Number of skeleton rows after the loaded rows. */
  skeletons: number
  isBusy: boolean
  isPhone: boolean
  /** Shows a grid of pictures; undefined until the stored preference is read. */
  isGrid: boolean | undefined
  onSort: (field: string) => void
  /** Called when the user is likely to sort by this field. */
  onSortHover: (field: string) => void
  prerenderTrigger: PrerenderTrigger
  menus: RowActions<R>
  reorder: ReorderState<R>
  /** Sets a column's width in pixels. */
  onWidth: (field: string, width: number) => void
  /** Moves a column to another 1-based position among the visible columns. */
  onPlace: (field: string, position: number) => void
  selection?: RowSelection | undefined
}

/** Rows of a list: a table, two-line items on a phone, or a grid of pictures. */
export function ListRows<R extends Row>(props: ListRowsProps<R>) {
  const { list, actor, rows, order, skeletons, isBusy, isPhone, isGrid, onSort, onSortHover } = props
  const { prerenderTrigger, menus, reorder, onWidth, onPlace, selection } = props
  const translate = useListTranslate()
  const { drag, renderHandle } = reorder
  const prefetchedRows = usePrefetchedRows(actor)
  const draggedRowId = useSelector(drag.actor, (snapshot) =>
    snapshot.matches('dragging') ? snapshot.context.id : undefined,
  )
  const rowProps = { list, rows, skeletons, isBusy, onAction: menus.onAction, groupsOf: menus.groupsOf }
  const [announcement, setAnnouncement] = useState('')
  const { columns } = list
  const moveColumn = useCallback(
    (field: string, position: number) => {
      const column = columns.find((candidate) => candidate.field === field)
      const name = column ? translate(column.headerName) : ''
      setAnnouncement(translate('list.columnMoved', { name, n: position, total: columns.length }))
      onPlace(field, position)
    },
    [columns, onPlace, translate],
  )
  const itemList = <ItemList {...rowProps} isGrid={isGrid === true} selection={selection} />
  // Hides the items until the preference is read. Otherwise lines would be shown first and then turn into a grid.
  if (isPhone) return <div className={isGrid === undefined ? styles.unknown : styles.known}>{itemList}</div>
  if (isGrid) return itemList
  const { manualOrder } = list
  const leadHead = manualOrder ? (
    <HeadCell
      className={tableStyles.lead}
      column={{
        field: manualOrder,
        headerName: 'list.number',
        sortable: true,
        kind: 'number',
        tooltip: 'list.number.tip',
      }}
      direction={order[manualOrder]}
      onSort={onSort}
      onSortHover={onSortHover}
    />
  ) : (
    <th scope="col" className={tableStyles.lead}>
      {translate('list.number')}
    </th>
  )
  return (
    <div className={styles.held}>
      <DataTable
        {...rowProps}
        prefetchedRows={prefetchedRows && prefetchedRows.length <= MIN_WINDOWED_ROWS ? prefetchedRows : undefined}
        prerenderTrigger={prerenderTrigger}
        order={order}
        onSort={onSort}
        onSortHover={onSortHover}
        renderLead={renderHandle}
        leadHead={leadHead}
        draggedRowId={draggedRowId}
        bodyRef={drag.body}
        onWidth={onWidth}
        onPlace={moveColumn}
        selection={selection}
      />
      {reorder.isMovable && <DragLayer drag={drag} list={list} rows={rows} />}
      <VisuallyHidden live="polite">{announcement}</VisuallyHidden>
    </div>
  )
}

type ItemListSkeletonProps = Pick<ItemListProps<Row>, 'skeletons' | 'rows' | 'isGrid'> & {
  list: Pick<ListDefinition<Row>, 'phonePicture'>
}

/** Placeholder while the code of {@link ItemList} loads. */
function ItemListSkeleton({ list, skeletons, rows, isGrid }: ItemListSkeletonProps) {
  return (
    <ul className={isGrid ? itemStyles.grid : itemStyles.rows} aria-busy="true">
      <ItemSkeletons count={skeletons + rows.length} picture={list.phonePicture} />
    </ul>
  )
}
