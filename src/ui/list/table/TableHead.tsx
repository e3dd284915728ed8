import { useSelector } from '@xstate/react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect } from 'react'
import type { Order } from '../../../api/contract/list.ts'
import { dropIndicatorAt } from '../../../machines/views/layout.ts'
import { Checkbox } from '../../kit/fields/Checkbox.tsx'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import type { RowSelection } from '../use-list-workspace.ts'
import styles from './DataTable.module.css'
import { HeadCell, type HeadColumn } from './HeadCell.tsx'
import { setRovingTabIndex } from './roving-tab-index.ts'
import { findAdjacentControl } from './row-keys.ts'
import type { ColumnDrag } from './use-column-drag.ts'

export interface TableHeadProps {
  columns: readonly HeadColumn[]
  order: Order
  onSort: (field: string) => void
  onSortHover?: ((field: string) => void) | undefined
  onWidth: (field: string, width: number) => void
  drag: ColumnDrag
  /** Head above the drag handles. */
  lead?: ReactNode
  selection?: RowSelection | undefined
}

/**
 * Head row of a table. All column heads share one Tab stop: arrow keys move the focus between heads, and Shift with an arrow key
 * moves the column.
 */
export function TableHead({ columns, order, onSort, onSortHover, onWidth, drag, lead, selection }: TableHeadProps) {
  const translate = useTranslate(listMessages)
  const { row, actor, startDrag, moveByKey } = drag
  const { id, from, to } = useSelector(actor, ({ context }) => context)
  const isDragging = useSelector(actor, (snapshot) => snapshot.matches('dragging'))
  const indicator = isDragging && to !== from ? dropIndicatorAt(columns, id, to) : undefined
  useLayoutEffect(() => {
    if (row.current) setRovingTabIndex(row.current)
  })
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return
    const field = event.target.closest<HTMLElement>('[data-field]')?.dataset['field']
    if (event.shiftKey && field !== undefined) return moveByKey(event, field)
    const neighbour = findAdjacentControl(event.target, event.key)
    if (!neighbour) return
    event.preventDefault()
    neighbour.focus()
  }
  return (
    <tr
      ref={row}
      data-carrying={isDragging ? '' : undefined}
      onPointerDown={startDrag}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }: FocusEvent<HTMLElement>) => setRovingTabIndex(currentTarget, target)}
    >
      {lead}
      {selection && (
        <th scope="col" className={styles.select}>
          <Checkbox
            label={translate('list.selectAll')}
            isChecked={selection.isAll}
            isIndeterminate={selection.ids.size > 0 && !selection.isAll}
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
          onSortHover={onSortHover}
          onWidth={onWidth}
          isMovable
          isGhost={isDragging && column.field === id}
          dropSide={indicator?.field === column.field ? indicator.side : undefined}
        />
      ))}
      <th scope="col" className={styles.last}>
        <VisuallyHidden>{translate('list.actions')}</VisuallyHidden>
      </th>
    </tr>
  )
}
