import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table'
import { type MouseEvent, memo, type ReactNode, useMemo } from 'react'
import type { Order } from '../../api/contract/list.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import styles from './DataTable.module.css'
import type { Column, ListDefinition, RowAction } from './definition.ts'
import { HeadCell } from './HeadCell.tsx'
import { RowMenu } from './RowMenu.tsx'
import { isInside, toNeighbour } from './row-keys.ts'

/** Props of {@link DataTable}. */
export interface DataTableProps<R extends Row> {
  list: ListDefinition<R>
  rows: readonly R[]
  order: Order
  /** Rows that are on their way, after those that are here. */
  skeletons: number
  isBusy: boolean
  onSort: (field: string) => void
  onAction: (row: R, action: RowAction) => void
}

const features = tableFeatures({})

/** The list as a table: sortable heads, a row each, and a menu at its end. */
export function DataTable<R extends Row>({
  list,
  rows,
  order,
  skeletons,
  isBusy,
  onSort,
  onAction,
}: DataTableProps<R>) {
  const { translate } = useAtelier()
  const columns = useMemo(() => list.columns.map(toColumnDef), [list.columns])
  const table = useTable({ features, columns, data: rows as R[], getRowId: (row) => row.id })
  const heads = new Map(list.columns.map((column) => [column.field as string, column]))
  return (
    <table className={styles.table} aria-label={translate(list.title)} aria-busy={isBusy}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map(({ id }) => {
              const column = heads.get(id)
              return column && <HeadCell key={id} column={column} direction={order[id]} onSort={onSort} />
            })}
            {list.actions && (
              <th scope="col" className={styles.last}>
                <VisuallyHidden>{translate('list.actions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        ))}
      </thead>
      <tbody onKeyDown={toNeighbour}>
        {table.getRowModel().rows.map(({ id, original }) => (
          <MemoRow key={id} list={list} row={original} onAction={onAction} />
        ))}
        {Array.from({ length: skeletons }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not here yet have nothing else
          <SkeletonRow key={`skeleton ${index}`} columns={list.columns} index={index} hasMenu={!!list.actions} />
        ))}
      </tbody>
    </table>
  )
}

interface TableRowProps<R extends Row> {
  list: ListDefinition<R>
  row: R
  onAction: (row: R, action: RowAction) => void
}

function TableRow<R extends Row>({ list, row, onAction }: TableRowProps<R>) {
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!isInside(event) && !getSelection()?.toString()) list.open?.(row)
  }
  return (
    <tr onClick={open} data-opens={list.open ? '' : undefined}>
      {list.columns.map((column) => (
        <td key={column.field} data-align={column.cellAlign} data-leaves={column.leavesUnder}>
          {cellOf(column, row)}
        </td>
      ))}
      {list.actions && (
        <td className={styles.last}>
          <RowMenu name={list.nameOf(row)} groups={list.actions(row)} onAction={(action) => onAction(row, action)} />
        </td>
      )}
    </tr>
  )
}

// Rows that did not change are not drawn again while others load.
const MemoRow = memo(TableRow) as typeof TableRow

function SkeletonRow({ columns, index, hasMenu }: { columns: readonly AnyColumn[]; index: number; hasMenu: boolean }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true">
      {columns.map((column, place) => (
        <td key={column.field} data-align={column.cellAlign} data-leaves={column.leavesUnder}>
          {column.skeleton?.(index) ?? <Skeleton width={48 + ((index * 7 + place * 13) % 5) * 12} height={11} />}
        </td>
      ))}
      {hasMenu && <td className={styles.last} />}
    </tr>
  )
}

/** A column of any row, for what needs only its form. */
type AnyColumn = Pick<Column<Row>, 'skeleton' | 'cellAlign' | 'leavesUnder'> & { field: string }

/** The column as the table's own; the cell is drawn by the row, which knows its type. */
const toColumnDef = <R extends Row>(column: Column<R>): ColumnDef<typeof features, R> => ({
  id: column.field,
  accessorFn: (row) => row[column.field],
  header: column.headerName,
})

function cellOf<R extends Row>(column: Column<R>, row: R): ReactNode {
  const value = row[column.field]
  return column.cell ? column.cell(value, row) : String(value ?? '')
}
