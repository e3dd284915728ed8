import { useSelector } from '@xstate/react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect } from 'react'
import type { Order } from '../../api/contract/list.ts'
import { dropPlace } from '../../machines/rules/layout.ts'
import { useAtelier } from '../context.ts'
import { Tick } from '../kit/Tick.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import styles from './DataTable.module.css'
import { HeadCell, type HeadColumn } from './HeadCell.tsx'
import { keepOneStop } from './one-stop.ts'
import { besides } from './row-keys.ts'
import type { ColumnDrag } from './use-column-drag.ts'
import type { RowSelection } from './use-work.ts'

/** Props of {@link TableHead}. */
export interface TableHeadProps {
  columns: readonly HeadColumn[]
  order: Order
  onSort: (field: string) => void
  /** Told of a field that somebody seems about to sort by. */
  onNear?: ((field: string) => void) | undefined
  /** Sets a column's width in pixels. */
  onWidth: (field: string, width: number) => void
  drag: ColumnDrag
  /** What stands above the handles of the rows. */
  lead?: ReactNode
  /** Absent where rows cannot be selected. */
  selection?: RowSelection | undefined
}

/**
 * The heads of a table, one stop of the Tab key: the arrows lead from one to the next, and with Shift they move the
 * column, as dragging its head does.
 */
export function TableHead({ columns, order, onSort, onNear, onWidth, drag, lead, selection }: TableHeadProps) {
  const { translate } = useAtelier()
  const { row, actor, lift, step } = drag
  const { id, from, to } = useSelector(actor, ({ context }) => context)
  const isHeld = useSelector(actor, (snapshot) => snapshot.matches('held'))
  const place = isHeld && to !== from ? dropPlace(columns, id, to) : undefined
  useLayoutEffect(() => {
    if (row.current) keepOneStop(row.current)
  })
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return
    const field = event.target.closest<HTMLElement>('[data-field]')?.dataset['field']
    if (event.shiftKey && field !== undefined) return step(event, field)
    const beside = besides(event.target, event.key)
    if (!beside) return
    event.preventDefault()
    beside.focus()
  }
  return (
    <tr
      ref={row}
      data-carrying={isHeld ? '' : undefined}
      onPointerDown={lift}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }: FocusEvent<HTMLElement>) => keepOneStop(currentTarget, target)}
    >
      {lead}
      {selection && (
        <th scope="col" className={styles.select}>
          <Tick
            label={translate('list.selectAll')}
            isTicked={selection.isAll}
            isPartly={selection.ids.size > 0 && !selection.isAll}
            onPress={selection.onAll}
          />
        </th>
      )}
      {columns.map((column) => (
        <HeadCell
          key={column.field}
          column={column}
          direction={order[column.field]}
          onSort={onSort}
          onNear={onNear}
          onWidth={onWidth}
          isMovable
          isGhost={isHeld && column.field === id}
          dropSide={place?.field === column.field ? place.side : undefined}
        />
      ))}
      <th scope="col" className={styles.last}>
        <VisuallyHidden>{translate('list.actions')}</VisuallyHidden>
      </th>
    </tr>
  )
}
