import { type MouseEvent, memo, type ReactNode } from 'react'
import type { Row } from '../../../machines/list/paging.ts'
import { Skeleton } from '../../kit/feedback/Skeleton.tsx'
import { Checkbox } from '../../kit/fields/Checkbox.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import { RowMenu } from '../actions/RowMenu.tsx'
import type { Column, GetMenuGroups, ListDefinition, RowAction } from '../definition.ts'
import styles from './DataTable.module.css'
import { createPreviewAction, isInnerControlClick, isPreviewClick } from './row-keys.ts'

export interface TableRowProps<R extends Row> {
  list: ListDefinition<R>
  columns: readonly Column<R>[]
  row: R
  /** 0-based position of the row on the page. */
  index: number
  /** Whether to set the row's index as an ARIA attribute, because some rows are not rendered. */
  isCounted?: boolean
  /** Returns the content before the first column: the drag handle. */
  renderLead?: ((row: R, index: number) => ReactNode) | undefined
  /** Whether the row is being dragged and this is its ghost. */
  isGhost?: boolean
  isSelected?: boolean | undefined
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
  groupsOf: GetMenuGroups<R>
  onAction: (row: R, action: RowAction) => void
}

function PlainRow<R extends Row>(props: TableRowProps<R>) {
  const { list, columns, row, index, isCounted, renderLead, isGhost, isSelected, onSelect, groupsOf, onAction } = props
  const translate = useTranslate(listMessages)
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    if (isInnerControlClick(event) || getSelection()?.toString()) return
    if (list.preview && isPreviewClick(event)) onAction(row, createPreviewAction(list.preview))
    else list.open?.(row)
  }
  return (
    <tr
      onClick={open}
      data-row={row.id}
      data-index={index}
      aria-rowindex={isCounted ? index + 2 : undefined}
      data-opens={list.open ? '' : undefined}
      data-ghost={isGhost ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
    >
      {renderLead && <td className={styles.lead}>{renderLead(row, index)}</td>}
      {onSelect && (
        <td className={styles.select}>
          <Checkbox
            label={translate('list.select', { name: list.nameOf(row) })}
            isChecked={isSelected === true}
            onPress={(isRange) => onSelect(row.id, isRange)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.field} data-align={column.cellAlign} data-leaves={column.hiddenBelowPx}>
          {renderCell(column, row)}
        </td>
      ))}
      <td className={styles.last}>
        <RowMenu name={list.nameOf(row)} groups={groupsOf(row)} onAction={(action) => onAction(row, action)} />
      </td>
    </tr>
  )
}

/** One row of the table. Memoised, so its functions must be stable. */
export const TableRow = memo(PlainRow) as typeof PlainRow

type AnyColumn = Pick<Column<Row>, 'skeleton' | 'cellAlign' | 'hiddenBelowPx'> & { field: string }

export interface SkeletonRowProps {
  columns: readonly AnyColumn[]
  /** 0-based position of the row; varies the widths. */
  index: number
  hasLead: boolean
  hasTick: boolean
}

/** Placeholder of a row, with the height of a loaded row (Spec §9). */
export function SkeletonRow({ columns, index, hasLead, hasTick }: SkeletonRowProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row contains nothing focusable
    <tr aria-hidden="true">
      {hasLead && <td className={styles.lead} />}
      {hasTick && <td className={styles.select} />}
      {columns.map((column, columnIndex) => (
        <td key={column.field} data-align={column.cellAlign} data-leaves={column.hiddenBelowPx}>
          {column.skeleton?.(index) ?? <Skeleton width={48 + ((index * 7 + columnIndex * 13) % 5) * 12} height={11} />}
        </td>
      ))}
      <td className={styles.last} />
    </tr>
  )
}

export function renderCell<R extends Row>(column: Column<R>, row: R): ReactNode {
  const value = row[column.field]
  return column.cell ? column.cell(value, row) : String(value ?? '')
}
