import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { columnStateOf, type Layout } from '../../machines/rules/layout.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { Column } from './definition.ts'

/** What else it could keep (widths, sorting, selection, pinning) is weighed in docs/decisions.md. */
const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature })
const NO_ROWS: never[] = []

/**
 * The columns of a list as a layout has them: which, in which order, how wide. TanStack Table orders and hides them, by
 * state that it is handed; the rows are drawn from what is in sight, so that it is asked for its columns alone.
 */
export function useColumns<R extends Row>(columns: readonly Column<R>[], layout: Layout): readonly Column<R>[] {
  const defs = useMemo(() => columns.map(toColumnDef), [columns])
  const fields = useMemo(() => columns.map(({ field }) => field as string), [columns])
  const state = useMemo(() => columnStateOf(fields, layout), [fields, layout])
  const table = useTable({ features, columns: defs, data: NO_ROWS as R[], state })
  // The table is another each time, its leaves are not: rows would all be drawn again.
  const leaves = table.getVisibleLeafColumns()
  const { widths } = layout
  return useMemo(() => {
    const byField = new Map(columns.map((column) => [column.field as string, column]))
    return leaves.flatMap(({ id }) => {
      const column = byField.get(id)
      const width = widths[id]
      return column ? [width === undefined ? column : { ...column, width }] : []
    })
  }, [columns, leaves, widths])
}

/** The column as the table's own; the cell is drawn by the row, which knows its type. */
const toColumnDef = <R extends Row>({ field, headerName }: Column<R>): ColumnDef<typeof features, R> => ({
  id: field,
  accessorFn: (row) => row[field],
  header: headerName,
})
