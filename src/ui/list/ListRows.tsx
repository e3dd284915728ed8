import { useSelector } from '@xstate/react'
import { useCallback, useState } from 'react'
import type { Order } from '../../api/contract/list.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { part, shown, shownPart } from '../kit/part.ts'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import tableStyles from './DataTable.module.css'
import { DataTable } from './DataTable.tsx'
import type { ListDefinition } from './definition.ts'
import { HeadCell } from './HeadCell.tsx'
import itemStyles from './ItemList.module.css'
import type { ItemListProps } from './ItemList.tsx'
import styles from './ListView.module.css'
import type { ListActor } from './list-actor.ts'
import type { NearRows } from './use-drawn-pages.ts'
import { PHONE } from './use-phone.ts'
import type { Reorder } from './use-reorder.tsx'
import type { RowActions } from './use-row-actions.ts'
import { useRowsAhead } from './use-rows-ahead.ts'
import { MANY_ROWS } from './use-window.ts'
import type { RowSelection } from './use-work.ts'
import { WaitingItems } from './WaitingItems.tsx'

const items = part(async () => (await import('./ItemList.tsx')).ItemList)
// Needed at once there: on its way while the rows are.
if (globalThis.matchMedia?.(PHONE).matches) items.fetch().catch(() => {})
const ItemList = shown(items, Waiting)

const DragLayer = shownPart(async () => (await import('./DragLayer.tsx')).DragLayer)

/** Props of {@link ListRows}. */
export interface ListRowsProps<R extends Row> {
  list: ListDefinition<R>
  actor: ListActor<R>
  rows: readonly R[]
  order: Order
  /** Rows that are on their way, after those that are here. */
  skeletons: number
  isBusy: boolean
  isPhone: boolean
  /** As pictures side by side; not known yet where that is still looked up. */
  isGrid: boolean | undefined
  onSort: (field: string) => void
  /** Told of a field that somebody seems about to sort by. */
  onNear: (field: string) => void
  /** To tell of somebody who seems about to want the next page. */
  nearNext: NearRows
  menus: RowActions<R>
  reorder: Reorder<R>
  /** Sets a column's width in pixels. */
  onWidth: (field: string, width: number) => void
  /** Gives a column another 1-based place among those shown. */
  onPlace: (field: string, position: number) => void
  selection?: RowSelection | undefined
}

/** The rows of a list: a table with what is in the hand above it, items on a phone, or pictures. */
export function ListRows<R extends Row>(props: ListRowsProps<R>) {
  const { list, actor, rows, order, skeletons, isBusy, isPhone, isGrid, onSort, onNear } = props
  const { nearNext, menus, reorder, onWidth, onPlace, selection } = props
  const { translate } = useAtelier()
  const { drag, leadOf } = reorder
  const ahead = useRowsAhead(actor)
  const ghost = useSelector(drag.actor, (snapshot) => (snapshot.matches('held') ? snapshot.context.id : undefined))
  const told = { list, rows, skeletons, isBusy, onAction: menus.onAction, groupsOf: menus.groupsOf }
  const [said, setSaid] = useState('')
  const { columns } = list
  const place = useCallback(
    (field: string, position: number) => {
      const name = translate(columns.find((column) => column.field === field)?.headerName ?? '')
      setSaid(translate('list.columnMoved', { name, n: position, total: columns.length }))
      onPlace(field, position)
    },
    [columns, onPlace, translate],
  )
  const listed = <ItemList {...told} isGrid={isGrid === true} selection={selection} />
  // There lines would become pictures under the eyes.
  if (isPhone) return <div className={isGrid === undefined ? styles.unknown : styles.known}>{listed}</div>
  if (isGrid) return listed
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
      onNear={onNear}
    />
  ) : (
    <th scope="col" className={tableStyles.lead}>
      {translate('list.number')}
    </th>
  )
  return (
    <div className={styles.held}>
      <DataTable
        {...told}
        ahead={ahead && ahead.length <= MANY_ROWS ? ahead : undefined}
        near={nearNext}
        order={order}
        onSort={onSort}
        onNear={onNear}
        leadOf={leadOf}
        leadHead={leadHead}
        ghost={ghost}
        bodyRef={drag.body}
        onWidth={onWidth}
        onPlace={place}
        selection={selection}
      />
      {reorder.isMovable && <DragLayer drag={drag} list={list} rows={rows} />}
      <VisuallyHidden live="polite">{said}</VisuallyHidden>
    </div>
  )
}

type WaitingProps = Pick<ItemListProps<Row>, 'skeletons' | 'rows' | 'isGrid'> & {
  list: Pick<ListDefinition<Row>, 'phonePicture'>
}

/** What stands for the items while their code is on its way. */
function Waiting({ list, skeletons, rows, isGrid }: WaitingProps) {
  return (
    <ul className={isGrid ? itemStyles.grid : itemStyles.rows} aria-busy="true">
      <WaitingItems count={skeletons + rows.length} picture={list.phonePicture} />
    </ul>
  )
}
