import { type MouseEvent, memo, type ReactNode } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { Tick } from '../kit/Tick.tsx'
import styles from './DataTable.module.css'
import type { Column, GroupsOf, ListDefinition, RowAction } from './definition.ts'
import { RowMenu } from './RowMenu.tsx'
import { isInside, isPicture, previewOf } from './row-keys.ts'

/** Props of {@link TableRow}. */
export interface TableRowProps<R extends Row> {
  list: ListDefinition<R>
  /** The columns that are shown, in their order. */
  columns: readonly Column<R>[]
  row: R
  /** The row's place on the page, from 0. */
  index: number
  /** Not every row is drawn: this one says which it is. */
  isCounted?: boolean
  /** What stands before the first column: a handle, a box to tick. */
  leadOf?: ((row: R, index: number) => ReactNode) | undefined
  /** The row is in the hand; a ghost of it stays here. */
  isGhost?: boolean
  isSelected?: boolean | undefined
  /** Absent where rows cannot be selected. */
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
  /** The groups of the row's menu. */
  groupsOf: GroupsOf<R>
  onAction: (row: R, action: RowAction) => void
}

function PlainRow<R extends Row>(props: TableRowProps<R>) {
  const { list, columns, row, index, isCounted, leadOf, isGhost, isSelected, onSelect, groupsOf, onAction } = props
  const { translate } = useAtelier()
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    if (isInside(event) || getSelection()?.toString()) return
    if (list.preview && isPicture(event)) onAction(row, previewOf(list.preview))
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
      {leadOf && <td className={styles.lead}>{leadOf(row, index)}</td>}
      {onSelect && (
        <td className={styles.select}>
          <Tick
            label={translate('list.select', { name: list.nameOf(row) })}
            isTicked={isSelected === true}
            onPress={(isRange) => onSelect(row.id, isRange)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.field} data-align={column.cellAlign} data-leaves={column.leavesUnder}>
          {cellOf(column, row)}
        </td>
      ))}
      <td className={styles.last}>
        <RowMenu name={list.nameOf(row)} groups={groupsOf(row)} onAction={(action) => onAction(row, action)} />
      </td>
    </tr>
  )
}

/** A row of the table. One that did not change is not drawn again while others load: hand it functions that stay. */
export const TableRow = memo(PlainRow) as typeof PlainRow

/** A column of any row, for what needs only its form. */
type AnyColumn = Pick<Column<Row>, 'skeleton' | 'cellAlign' | 'leavesUnder'> & { field: string }

/** Props of {@link SkeletonRow}. */
export interface SkeletonRowProps {
  columns: readonly AnyColumn[]
  /** The row's place, so that widths vary. */
  index: number
  hasLead: boolean
  hasTick: boolean
}

/** A row that is on its way: as high as any other (Spec §9). */
export function SkeletonRow({ columns, index, hasLead, hasTick }: SkeletonRowProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true">
      {hasLead && <td className={styles.lead} />}
      {hasTick && <td className={styles.select} />}
      {columns.map((column, place) => (
        <td key={column.field} data-align={column.cellAlign} data-leaves={column.leavesUnder}>
          {column.skeleton?.(index) ?? <Skeleton width={48 + ((index * 7 + place * 13) % 5) * 12} height={11} />}
        </td>
      ))}
      <td className={styles.last} />
    </tr>
  )
}

/** What a column shows of a row. */
export function cellOf<R extends Row>(column: Column<R>, row: R): ReactNode {
  const value = row[column.field]
  return column.cell ? column.cell(value, row) : String(value ?? '')
}
