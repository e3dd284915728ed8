import type { ListQuery } from '../../api/contract/list.ts'
import { sameFilter } from './filters.ts'
import { sameOrder } from './order.ts'
import { offsetOf, type Paging, type Row } from './paging.ts'

/** A row's new 1-based place in the whole list, and the query it was moved in. */
export interface Move {
  readonly id: string
  readonly position: number
  readonly query: ListQuery
}

/** The 1-based place a move ends at: beyond the total, 0 or below mean the last one (Spec §4). */
export const placeOf = (position: number, total: number): number =>
  position < 1 || position > total ? Math.max(total, 1) : position

/** Moves the row `id` to the 1-based `position`; past either end means last place. An unknown id moves nothing. */
export function move<R extends Row>(rows: readonly R[], id: string, position: number): R[] {
  const from = rows.findIndex((row) => row.id === id)
  const next = rows.slice()
  if (from < 0) return next
  const [row] = next.splice(from, 1)
  next.splice(placeOf(position, rows.length) - 1, 0, row!)
  return next
}

/** Whether the 1-based place `position` is among the `rows` rows shown after the first `offset`. */
export const isShown = (position: number, rows: number, offset: number): boolean =>
  position > offset && position <= offset + rows

/** Moves a row to its place in the whole list, as far as the part shown allows: out of sight is its first or last row. */
export function moveInPart<R extends Row>(rows: readonly R[], id: string, position: number, offset: number): R[] {
  return move(rows, id, Math.min(Math.max(position - offset, 1), Math.max(rows.length, 1)))
}

/** The rows with `moves` carried out one after the other; those that were made in another filter or order are not. The same rows where there is none. */
export const withMoves = <R extends Row>(rows: R[], moves: readonly Move[], query: ListQuery, paging: Paging): R[] =>
  moves
    .filter((made) => isSameList(made.query, query))
    .reduce((moved, { id, position }) => moveInPart(moved, id, position, offsetOf(query, paging)), rows)

/** Whether the part shown cannot tell where `made` led: the row came from elsewhere, or went there. */
export const isOutOfSight = (made: Move, rows: readonly Row[], query: ListQuery, paging: Paging): boolean =>
  isSameList(made.query, query) &&
  !(rows.some(({ id }) => id === made.id) && isShown(made.position, rows.length, offsetOf(query, paging)))

const isSameList = (one: ListQuery, other: ListQuery): boolean =>
  sameFilter(one.filter, other.filter) && sameOrder(one.order, other.order)

/** The nearest place between `first` and `last`. */
export const clampPlace = (place: number, first: number, last: number): number =>
  Math.min(Math.max(place, first), Math.max(last, first))

/** The 0-based place of what stands `y` pixels below the top of rows that are all `height` high. */
export const placeUnder = (y: number, height: number): number => Math.floor(y / Math.max(height, 1))
