import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import type { Order } from '../../../api/contract/list.ts'
import type { Row } from '../../../machines/list/paging.ts'
import type { RowRun } from '../../../machines/list/row-window.ts'
import type { GetMenuGroups, ListDefinition, RowAction } from '../definition.ts'
import { useListTranslate } from '../use-list-translate.ts'
import type { RowSelection } from '../use-list-workspace.ts'
import styles from './DataTable.module.css'
import { TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import { SkeletonRow, TableRow } from './TableRow.tsx'
import { useColumnDrag } from './use-column-drag.ts'
import { type PrerenderTrigger, usePrerenderedPage } from './use-prerendered-page.ts'
import { useRowWindow } from './use-row-window.ts'

export interface DataTableProps<R extends Row> {
  list: ListDefinition<R>
  rows: readonly R[]
  /** Rows of the next page, prefetched and rendered in advance. */
  prefetchedRows?: readonly R[] | undefined
  prerenderTrigger?: PrerenderTrigger | undefined
  order: Order
  skeletons: number
  isBusy: boolean
  onSort: (field: string) => void
  onSortHover?: ((field: string) => void) | undefined
  onAction: (row: R, action: RowAction) => void
  groupsOf: GetMenuGroups<R>
  /** Content before a row's first column, by 0-based index on the page. */
  renderLead?: ((row: R, index: number) => ReactNode) | undefined
  leadHead?: ReactNode
  draggedRowId?: string | undefined
  bodyRef?: RefObject<HTMLTableSectionElement | null>
  onWidth: (field: string, width: number) => void
  onPlace: (field: string, position: number) => void
  selection?: RowSelection | undefined
}

/** List as a table with sortable heads and a menu at the end of each row. */
export function DataTable<R extends Row>(props: DataTableProps<R>) {
  const {
    list,
    rows,
    prefetchedRows,
    prerenderTrigger,
    order,
    skeletons,
    isBusy,
    onSort,
    onSortHover,
    onAction,
    groupsOf,
    renderLead,
    leadHead,
    draggedRowId,
    bodyRef,
    onWidth,
    onPlace,
    selection,
  } = props
  const translate = useListTranslate()
  const { columns } = list
  const fields = useMemo(() => columns.map(({ field }) => field as string), [columns])
  const columnDrag = useColumnDrag(fields, onPlace)
  const ownBody = useRef<HTMLTableSectionElement>(null)
  const body = bodyRef ?? ownBody
  const table = useRef<HTMLTableElement>(null)
  const { renderedPages, isReady } = usePrerenderedPage(table, body, rows, prefetchedRows, prerenderTrigger)
  const draggedIndex = draggedRowId === undefined ? -1 : rows.findIndex(({ id }) => id === draggedRowId)
  const view = useRowWindow(body, {
    rows,
    nameAt: (index) => list.nameOf(rows[index]!),
    pinnedIndex: draggedIndex,
    isPrerendered: isReady,
  })
  const renderRow = (row: R, index: number) => (
    <TableRow
      key={row.id}
      list={list}
      columns={columns}
      row={row}
      index={index}
      isCounted={view.isPartial}
      renderLead={renderLead}
      isGhost={row.id === draggedRowId}
      isSelected={selection?.ids.has(row.id)}
      onSelect={selection?.onRow}
      groupsOf={groupsOf}
      onAction={onAction}
    />
  )
  const renderRows = (rows: readonly R[], runs: readonly RowRun[], linesBelow = 0, skeletons = 0) => (
    <>
      {runs.flatMap(({ gap, first, last }) => [
        gap > 0 && <Gap key={`before ${first}`} height={gap * view.rowHeight} />,
        ...rows.slice(first, last + 1).map((row, at) => renderRow(row, first + at)),
      ])}
      {linesBelow > 0 && <Gap height={linesBelow * view.rowHeight} />}
      {Array.from({ length: skeletons }, (_, index) => (
        <SkeletonRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not loaded yet have no other key
          key={`skeleton ${index}`}
          columns={columns}
          index={index}
          hasLead={!!renderLead}
          hasTick={!!selection}
        />
      ))}
    </>
  )
  return (
    <table
      ref={table}
      className={styles.table}
      aria-label={translate(list.title)}
      aria-busy={isBusy}
      aria-rowcount={view.isPartial ? rows.length + 1 : undefined}
      onFocus={view.onFocus}
      onBlur={view.onBlur}
      onKeyDown={view.onKeyDown}
    >
      <thead>
        <TableHead
          columns={columns}
          order={order}
          onSort={onSort}
          onSortHover={onSortHover}
          onWidth={onWidth}
          drag={columnDrag}
          lead={renderLead && leadHead}
          selection={selection}
        />
      </thead>
      {renderedPages.map((page, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two bodies swap roles, so the slot is the identity
        <TableBody key={at} container={page.body}>
          {page.isShown
            ? renderRows(rows, view.runs, view.linesBelow, skeletons)
            : renderRows(page.rows, [{ gap: 0, first: 0, last: page.rows.length - 1 }])}
        </TableBody>
      ))}
    </table>
  )
}

/** Spacer with the height of the rows that are not rendered. */
function Gap({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row contains nothing focusable
  return <tr aria-hidden="true" className={styles.gap} style={{ height }} />
}
