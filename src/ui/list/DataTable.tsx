import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import type { Order } from '../../api/contract/list.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { Run } from '../../machines/rules/window.ts'
import { useAtelier } from '../context.ts'
import styles from './DataTable.module.css'
import type { GroupsOf, ListDefinition, RowAction } from './definition.ts'
import { TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import { SkeletonRow, TableRow } from './TableRow.tsx'
import { useColumnDrag } from './use-column-drag.ts'
import { type NearRows, useDrawnPages } from './use-drawn-pages.ts'
import { useWindow } from './use-window.ts'
import type { RowSelection } from './use-work.ts'

/** Props of {@link DataTable}. */
export interface DataTableProps<R extends Row> {
  list: ListDefinition<R>
  rows: readonly R[]
  /** Rows that may come next: drawn before they do. */
  ahead?: readonly R[] | undefined
  /** To tell of somebody who seems about to want them. */
  near?: NearRows | undefined
  order: Order
  /** Rows that are on their way, after those that are here. */
  skeletons: number
  isBusy: boolean
  onSort: (field: string) => void
  /** Told of a field that somebody seems about to sort by. */
  onNear?: ((field: string) => void) | undefined
  onAction: (row: R, action: RowAction) => void
  /** The groups of a row's menu. */
  groupsOf: GroupsOf<R>
  /** What stands before the first column of a row, by the row's place on the page from 0; and what above it. */
  leadOf?: ((row: R, index: number) => ReactNode) | undefined
  leadHead?: ReactNode
  /** The row in the hand. */
  ghost?: string | undefined
  bodyRef?: RefObject<HTMLTableSectionElement | null>
  /** Sets a column's width in pixels. */
  onWidth: (field: string, width: number) => void
  /** Gives a column another 1-based place among those shown. */
  onPlace: (field: string, position: number) => void
  /** Absent where rows cannot be selected. */
  selection?: RowSelection | undefined
}

/** The list as a table: sortable heads, a row each, and a menu at its end. */
export function DataTable<R extends Row>(props: DataTableProps<R>) {
  const {
    list,
    rows,
    ahead,
    near,
    order,
    skeletons,
    isBusy,
    onSort,
    onNear,
    onAction,
    groupsOf,
    leadOf,
    leadHead,
    ghost,
    bodyRef,
    onWidth,
    onPlace,
    selection,
  } = props
  const { translate } = useAtelier()
  const { columns } = list
  const fields = useMemo(() => columns.map(({ field }) => field as string), [columns])
  const columnDrag = useColumnDrag(fields, onPlace)
  const ownBody = useRef<HTMLTableSectionElement>(null)
  const body = bodyRef ?? ownBody
  const table = useRef<HTMLTableElement>(null)
  const { drawn, isReady } = useDrawnPages(table, body, rows, ahead, near)
  const ghostAt = ghost === undefined ? -1 : rows.findIndex(({ id }) => id === ghost)
  const view = useWindow(body, {
    rows,
    nameAt: (index) => list.nameOf(rows[index]!),
    held: ghostAt,
    isReady,
  })
  const rowOf = (row: R, index: number) => (
    <TableRow
      key={row.id}
      list={list}
      columns={columns}
      row={row}
      index={index}
      isCounted={view.isPartial}
      leadOf={leadOf}
      isGhost={row.id === ghost}
      isSelected={selection?.ids.has(row.id)}
      onSelect={selection?.onRow}
      groupsOf={groupsOf}
      onAction={onAction}
    />
  )
  const bodyOf = (rows: readonly R[], runs: readonly Run[], below = 0, skeletons = 0) => (
    <>
      {runs.flatMap(({ gap, first, last }) => [
        gap > 0 && <Gap key={`before ${first}`} height={gap * view.rowHeight} />,
        ...rows.slice(first, last + 1).map((row, at) => rowOf(row, first + at)),
      ])}
      {below > 0 && <Gap height={below * view.rowHeight} />}
      {Array.from({ length: skeletons }, (_, index) => (
        <SkeletonRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not here yet have nothing else
          key={`skeleton ${index}`}
          columns={columns}
          index={index}
          hasLead={!!leadOf}
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
          onNear={onNear}
          onWidth={onWidth}
          drag={columnDrag}
          lead={leadOf && leadHead}
          selection={selection}
        />
      </thead>
      {drawn.map((page, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one of the two stands in the table, now this and now that
        <TableBody key={at} place={page.place}>
          {page.isShown
            ? bodyOf(rows, view.runs, view.below, skeletons)
            : bodyOf(page.rows, [{ gap: 0, first: 0, last: page.rows.length - 1 }])}
        </TableBody>
      ))}
    </table>
  )
}

/** The room of rows that are not drawn. */
function Gap({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
  return <tr aria-hidden="true" className={styles.gap} style={{ height }} />
}
