import { type Filter, type ListPage, type ListQuery, MAX_PAGE_NUMBER } from '../../api/contract/list.ts'
import { isSameFilter, withPreselected } from '../filters/filters.ts'
import { isSameOrder } from './order.ts'

/** Row of a list. Only the id is required. */
export interface Row {
  readonly id: string
}

/** Pagination of a list: numbered pages, or infinite scrolling. */
export type Paging = 'pager' | 'infinite'

/** Clamps a page number to 1 … `totalPages` if known (not 0) (Spec §4), and to the maximum that can be requested. */
export const clampPage = (page: number, totalPages: number): number => {
  const whole = Number.isFinite(page) ? Math.floor(page) : 1
  return Math.max(1, Math.min(whole, totalPages > 0 ? totalPages : MAX_PAGE_NUMBER, MAX_PAGE_NUMBER))
}

/** Returns the new total if greater than 0, else the previous one (Spec §5). */
export const acceptTotal = (newTotal: number, previous: number): number => (newTotal > 0 ? newTotal : previous)

/** Returns the number of rows before the first shown row. */
export const rowOffsetOf = (query: ListQuery, paging: Paging): number =>
  paging === 'infinite' ? 0 : (query.page - 1) * query.limit

/** Returns the 1-based positions of the first and last row shown, as in "11–20 of 35". Both are 0 if there are no rows. */
export function rangeOf(query: ListQuery, paging: Paging, rows: number): { from: number; to: number } {
  const offset = rowOffsetOf(query, paging)
  return rows === 0 ? { from: 0, to: 0 } : { from: offset + 1, to: offset + rows }
}

/** Returns the known total: 0 if no row is shown, and at least the number of rows shown. */
export function totalOf(list: { rows: readonly Row[]; shown: ListQuery; paging: Paging; totalDocs: number }): number {
  const { to } = rangeOf(list.shown, list.paging, list.rows.length)
  return to === 0 ? 0 : Math.max(list.totalDocs, to)
}

/** Appends `more` to `rows`. A row that moved between pages during loading remains only at its last position. */
export function joinRows<R extends Row>(rows: readonly R[], more: readonly R[]): R[] {
  const ids = new Set(more.map((row) => row.id))
  return [...rows.filter((row) => !ids.has(row.id)), ...more]
}

/**
 * Returns the new rows, reusing the object of `known` for an unchanged row, so that rendering can skip it. Rows must be
 * serialisable as JSON.
 */
export function reuseKnownRows<R extends Row>(rows: readonly R[], known: readonly R[]): R[] {
  const knownById = new Map(known.map((row) => [row.id, row]))
  return rows.map((row) => {
    const old = knownById.get(row.id)
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row
  })
}

/** Merges pages into one with the pagination of the last page. Throws if there are no pages. */
export function joinPages<R extends Row>(pages: readonly ListPage<R>[]): ListPage<R> {
  const last = pages.at(-1)
  if (!last) throw new Error('joinPages() needs at least one page')
  return { data: pages.reduce<R[]>((rows, page) => joinRows(rows, page.data), []), pagination: last.pagination }
}

export const isSameQuery = (one: ListQuery, other: ListQuery): boolean =>
  one.page === other.page &&
  one.limit === other.limit &&
  isSameOrder(one.order, other.order) &&
  isSameFilter(one.filter, other.filter)

/** Completes an external query: fills in preselected filters and clamps the page. */
export const completeQuery = (query: ListQuery, preselected: Filter): ListQuery => ({
  ...query,
  page: clampPage(query.page, 0),
  filter: withPreselected(query.filter, preselected),
})

/** Pages to load as one: `firstPage` to `query.page`. */
export interface PageRange {
  query: ListQuery
  firstPage: number
}

/** Returns the first page to load. An infinite list continues after its loaded pages. */
export const firstPageToLoad = (list: { paging: Paging; query: ListQuery; loadedPages: number }): number =>
  list.paging === 'infinite' ? list.loadedPages + 1 : list.query.page
