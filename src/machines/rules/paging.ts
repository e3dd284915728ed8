import { type Filter, type ListPage, type ListQuery, MAX_PAGE } from '../../api/contract/list.ts'
import { sameFilter, withPreselected } from './filters.ts'
import { sameOrder } from './order.ts'

/** A row of a list: an id is all that is asked of it. */
export interface Row {
  readonly id: string
}

/** How a list goes on: numbered pages, or one after the other at its end. */
export type Paging = 'pager' | 'infinite'

/**
 * The nearest page that exists: at least 1 and, where `totalPages` is known (not 0), at most that (Spec §4); never one that
 * cannot be asked for.
 */
export const clampPage = (page: number, totalPages: number): number => {
  const whole = Number.isFinite(page) ? Math.floor(page) : 1
  return Math.max(1, Math.min(whole, totalPages > 0 ? totalPages : MAX_PAGE, MAX_PAGE))
}

/** A new total where it is greater than 0, else the one known before (Spec §5). */
export const acceptTotal = (given: number, known: number): number => (given > 0 ? given : known)

/** How many rows stand before the first one shown. */
export const offsetOf = (query: ListQuery, paging: Paging): number =>
  paging === 'infinite' ? 0 : (query.page - 1) * query.limit

/** The 1-based places of the first and last row shown, as in "11–20 of 35"; both 0 where there is none. */
export function rangeOf(query: ListQuery, paging: Paging, rows: number): { from: number; to: number } {
  const offset = offsetOf(query, paging)
  return rows === 0 ? { from: 0, to: 0 } : { from: offset + 1, to: offset + rows }
}

/** How many there are in all, as far as it is known: none where nothing is shown, and never fewer than are shown. */
export function totalOf(list: { rows: readonly Row[]; shown: ListQuery; paging: Paging; totalDocs: number }): number {
  const { to } = rangeOf(list.shown, list.paging, list.rows.length)
  return to === 0 ? 0 : Math.max(list.totalDocs, to)
}

/** Puts `more` behind `rows`; a row that moved between pages while they loaded is kept once, where it came last. */
export function joinRows<R extends Row>(rows: readonly R[], more: readonly R[]): R[] {
  const ids = new Set(more.map((row) => row.id))
  return [...rows.filter((row) => !ids.has(row.id)), ...more]
}

/**
 * The rows of a new answer; one that says what it said before is the very row of `known`, so that whoever shows it sees
 * that nothing changed. Rows hold what JSON can hold.
 */
export function withKnownRows<R extends Row>(rows: readonly R[], known: readonly R[]): R[] {
  const before = new Map(known.map((row) => [row.id, row]))
  return rows.map((row) => {
    const old = before.get(row.id)
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row
  })
}

/** Several pages as one: all their rows, with the pagination of the last. Throws where there is none. */
export function joinPages<R extends Row>(pages: readonly ListPage<R>[]): ListPage<R> {
  const last = pages.at(-1)
  if (!last) throw new Error('joinPages() needs at least one page')
  return { data: pages.reduce<R[]>((rows, page) => joinRows(rows, page.data), []), pagination: last.pagination }
}

/** Whether two queries ask for the same rows. */
export const sameQuery = (one: ListQuery, other: ListQuery): boolean =>
  one.page === other.page &&
  one.limit === other.limit &&
  sameOrder(one.order, other.order) &&
  sameFilter(one.filter, other.filter)

/** A query from outside, made whole: preselected filters filled in, no page below 1. */
export const completed = (query: ListQuery, preselected: Filter): ListQuery => ({
  ...query,
  page: clampPage(query.page, 0),
  filter: withPreselected(query.filter, preselected),
})

/** What a list asks for: the pages `firstPage` to `query.page`, as one. */
export interface PagesWanted {
  query: ListQuery
  firstPage: number
}

/** The first of the pages to load: an infinite list goes on from the pages it holds. */
export const firstPageOf = (list: { paging: Paging; query: ListQuery; heldPages: number }): number =>
  list.paging === 'infinite' ? list.heldPages + 1 : list.query.page
