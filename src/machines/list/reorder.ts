import type { ListQuery } from '../../api/contract/list.ts'
import { isSameFilter } from '../filters/filters.ts'
import { isSameOrder } from './order.ts'
import { type Paging, type Row, rowOffsetOf } from './paging.ts'

/** Move of a row: its new 1-based position in the whole list, and the query of the list at the time of the move. */
export interface RowMove {
  readonly id: string
  readonly position: number
  readonly query: ListQuery
}

/** Returns the 1-based target of a move. Zero, negative positions and positions beyond the total mean the end (Spec §4). */
export const targetPosition = (position: number, total: number): number =>
  position < 1 || position > total ? Math.max(total, 1) : position

/** Moves a row to a 1-based position. Out-of-range positions mean the end; an unknown id changes nothing. */
export function moveRow<R extends Row>(rows: readonly R[], id: string, position: number): R[] {
  const from = rows.findIndex((row) => row.id === id)
  const next = rows.slice()
  if (from < 0) return next
  const [row] = next.splice(from, 1)
  next.splice(targetPosition(position, rows.length) - 1, 0, row!)
  return next
}

/** Returns whether the 1-based `position` is among `rows` rows after the first `offset`. */
export const isPositionShown = (position: number, rows: number, offset: number): boolean =>
  position > offset && position <= offset + rows

/** Moves a row within the shown page. A target before or after the page becomes the page's first or last row. */
export function moveWithinPage<R extends Row>(rows: readonly R[], id: string, position: number, offset: number): R[] {
  return moveRow(rows, id, Math.min(Math.max(position - offset, 1), Math.max(rows.length, 1)))
}

/** Applies moves in order, except those made with another filter or order. Returns the same array if no move applies. */
export const withMoves = <R extends Row>(rows: R[], moves: readonly RowMove[], query: ListQuery, paging: Paging): R[] =>
  moves
    .filter((move) => isSameList(move.query, query))
    .reduce((moved, { id, position }) => moveWithinPage(moved, id, position, rowOffsetOf(query, paging)), rows)

/** Returns whether a move started or ended outside the shown page, so that the rows must be reloaded. */
export const isMoveOffPage = (move: RowMove, rows: readonly Row[], query: ListQuery, paging: Paging): boolean =>
  isSameList(move.query, query) &&
  !(rows.some(({ id }) => id === move.id) && isPositionShown(move.position, rows.length, rowOffsetOf(query, paging)))

const isSameList = (one: ListQuery, other: ListQuery): boolean =>
  isSameFilter(one.filter, other.filter) && isSameOrder(one.order, other.order)

export const clampPosition = (position: number, first: number, last: number): number =>
  Math.min(Math.max(position, first), Math.max(last, first))

/** Returns the 0-based index of the row at `y` pixels below the top, for rows of equal `height`. */
export const rowIndexAt = (y: number, height: number): number => Math.floor(y / Math.max(height, 1))
