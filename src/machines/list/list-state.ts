import type { Filter, ListPage, ListQuery } from '../../api/contract/list.ts'
import { isSameFilter, withField, withPreselected } from '../filters/filters.ts'
import { orderAfterFilterChange, type Sorting, toggleOrder } from './order.ts'
import { acceptTotal, clampPage, joinRows, type Paging, type Row, reuseKnownRows, rowOffsetOf } from './paging.ts'
import { dropConfirmedRemovals, type Removal } from './removals.ts'
import { type RowMove, targetPosition, withMoves } from './reorder.ts'

/** Event of a list. `order.anticipated`: the user is likely to sort by the field next. */
export type ListEvent =
  | { type: 'page.requested'; page: number }
  | { type: 'limit.chosen'; limit: number }
  | { type: 'order.toggled'; field: string }
  | { type: 'order.anticipated'; field: string }
  | { type: 'filter.changed'; field: string; value: unknown }
  | { type: 'filters.applied'; filter: Filter }
  | { type: 'filters.cleared' }
  | { type: 'preselection.changed'; preselected: Filter }
  | { type: 'query.restored'; query: ListQuery }
  | { type: 'refresh.requested' }
  | { type: 'retry.requested' }
  | { type: 'row.moved'; id: string; position: number }
  | { type: 'rows.changed'; rows: readonly Row[] }
  | { type: 'rows.removed' | 'rows.restored' | 'rows.deleted'; ids: readonly string[] }

/**
 * Internal events after a change of the query.
 * - `load.requested`: load immediately, unless another change came just before.
 * - `load.deferred`: load once the changes stop.
 * - The other events report how fast changes follow each other.
 */
export type ListSignal =
  | { type: 'load.requested' }
  | { type: 'load.deferred' }
  | { type: 'typing.detected' }
  | { type: 'paging.detected' }
  | { type: 'changes.settled' }

/**
 * Events emitted by a list.
 * - `query.changed`: the list changed its own query. A change made before the list settled replaces the history entry, so that
 * Back skips intermediate input.
 * - `query.anticipated`: the query is likely to be requested next and is not cached.
 * - `rows.updated`: rows were changed or moved in this list, so cached responses of other queries are outdated.
 * - `move.reverted`: saving a move failed, and the row is back at `position`.
 */
export type ListEmitted =
  | { type: 'query.changed'; query: ListQuery; entry: 'push' | 'replace' }
  | { type: 'query.anticipated'; query: ListQuery }
  | { type: 'rows.updated' }
  | { type: 'move.reverted'; id: string; position: number }

/** Input of a list. `preselected` are the values that fill empty filter fields. */
export interface ListInput {
  query: ListQuery
  paging: Paging
  preselected: Filter
  sorting: Sorting
  /**
   * Returns the cached response of a query, shown until the new response is available. Without this function nothing is
   * prefetched.
   */
  getCachedPage?: ((query: ListQuery) => ListPage<Row> | undefined) | undefined
  /**
   * Returns the age at which rows are reloaded in the background, in milliseconds. Without this function rows never become stale.
   */
  staleAfter?: ((rows: readonly Row[]) => number) | undefined
}

/** State of a list. Totals are 0 while unknown. */
export interface ListContext<R extends Row> extends ListInput {
  /** Rows as shown, including unsaved moves. */
  rows: R[]
  /** The same rows in the server's order. */
  saved: R[]
  /** Query that `rows` are the response to. */
  shown: ListQuery
  /** Unsaved moves, oldest first. The first move is in flight. */
  moves: RowMove[]
  /** Rows that this user deleted, also while the deletion is pending. */
  removed: readonly Removal[]
  totalPages: number
  totalDocs: number
  hasNextPage: boolean
  /** Number of loaded pages of the query. Always 0 unless the list is infinite. */
  loadedPages: number
  error: unknown
}

/** Creates a list before its first response. */
export function createEmptyList<R extends Row>(input: ListInput): ListContext<R> {
  const query = { ...input.query, filter: withPreselected(input.query.filter, input.preselected) }
  const empty = {
    rows: [],
    saved: [],
    moves: [],
    removed: [],
    totalPages: 0,
    totalDocs: 0,
    hasNextPage: false,
    loadedPages: 0,
  }
  return { ...input, ...empty, query, shown: query, error: null, ...readCachedPageState<R>({ ...input, query }) }
}

/** Returns the rows and totals cached for the query, with unsaved moves applied, or an empty object. */
export function readCachedPageState<R extends Row>(
  { getCachedPage, query, paging }: ListInput,
  moves: readonly RowMove[] = [],
) {
  const cached = getCachedPage?.(query)
  if (!cached) return {}
  const { totalPages, totalDocs, hasNextPage } = cached.pagination
  const saved = cached.data as R[]
  return { rows: withMoves(saved, moves, query, paging), saved, shown: query, totalPages, totalDocs, hasNextPage }
}

export const filterAfterChange = ({ query }: ListInput, { field, value }: { field: string; value: unknown }): Filter =>
  withField(query.filter, field, value)

/** Returns the query's filter and an order that is valid for it. */
export function queryWithFilter(
  { query, preselected, sorting }: ListInput,
  filter: Filter,
): Pick<ListQuery, 'filter' | 'order'> {
  const next = withPreselected(filter, preselected)
  return { filter: next, order: orderAfterFilterChange(query.order, query.filter, next, sorting) }
}

/** Changes filter, order or limit, and returns to the first page (Spec §4). */
export const resetToFirstPage = ({ query }: ListInput, change: Partial<ListQuery>) => ({
  query: { ...query, ...change, page: 1 },
  loadedPages: 0,
})

export const toggleSort = (context: ListInput, field: string) =>
  resetToFirstPage(context, { order: toggleOrder(context.query.order, field) })

export const isSortCached = (context: ListInput, field: string): boolean =>
  context.getCachedPage?.(toggleSort(context, field).query) !== undefined

/** Applies other preselected values to empty fields. Chosen values remain. */
export const preselect = ({ query }: ListInput, preselected: Filter) => ({
  preselected,
  query: { ...query, filter: withPreselected(query.filter, preselected) },
})

export const isFilterChange = ({ query, preselected }: ListInput, filter: Filter): boolean =>
  !isSameFilter(withPreselected(filter, preselected), query.filter)

/** Goes to another page. An infinite list retains its loaded pages when it moves forward. */
export function goToPage<R extends Row>(context: ListContext<R>, requested: number) {
  const page = clampPage(requested, context.totalPages)
  return { query: { ...context.query, page }, loadedPages: page > context.loadedPages ? context.loadedPages : 0 }
}

/** Returns whether `page`, clamped to the known pages, differs from the query's page. */
export const isPageChange = ({ query, totalPages }: ListContext<Row>, page: number): boolean =>
  clampPage(page, totalPages) !== query.page

export const isPageCached = (context: ListContext<Row>, page: number): boolean =>
  context.paging === 'pager' &&
  isPageChange(context, page) &&
  context.getCachedPage?.(goToPage(context, page).query) !== undefined

export const nextPageQuery = ({ shown }: ListContext<Row>): ListQuery => ({ ...shown, page: shown.page + 1 })

export const canPrefetchNextPage = (context: ListContext<Row>): boolean =>
  context.paging === 'pager' &&
  context.hasNextPage &&
  context.getCachedPage !== undefined &&
  context.getCachedPage(nextPageQuery(context)) === undefined

/** Returns `id` and the saved 1-based position of that row in the whole list. Default: the row of the oldest unsaved move. */
export const savedPositionOf = ({ saved, moves, shown, paging }: ListContext<Row>, id = moves[0]!.id) => ({
  id,
  position: saved.findIndex((row) => row.id === id) + rowOffsetOf(shown, paging) + 1,
})

/** Returns the totals of a response. A total of 0 is replaced by the previous total (Spec §5). */
export const acceptTotals = <R extends Row>(context: ListContext<R>, { pagination }: ListPage<R>) => ({
  totalPages: acceptTotal(pagination.totalPages, context.totalPages),
  totalDocs: acceptTotal(pagination.totalDocs, context.totalDocs),
  hasNextPage: pagination.hasNextPage,
})

/** Shows the rows of a response in place of the current rows, or after them in an infinite list. Applies unsaved moves. */
export function applyPage<R extends Row>(context: ListContext<R>, response: ListPage<R>) {
  const { query, paging, loadedPages, moves, removed } = context
  const data = reuseKnownRows(response.data, context.saved)
  const saved = loadedPages > 0 ? joinRows(context.saved, data) : data
  return {
    saved,
    shown: query,
    rows: withMoves(saved, moves, query, paging),
    removed: dropConfirmedRemovals(removed),
    loadedPages: paging === 'infinite' ? query.page : 0,
    error: null,
  }
}

/** Moves a row optimistically and queues the move for saving. */
export function applyMove<R extends Row>(context: ListContext<R>, { id, position }: { id: string; position: number }) {
  const { rows, moves, shown, paging, totalDocs } = context
  const move: RowMove = { id, position: targetPosition(position, Math.max(totalDocs, rows.length)), query: shown }
  return { moves: [...moves, move], rows: withMoves(rows, [move], shown, paging) }
}

/** Updates rows that the user changed, each in its position. Ignores rows that are not in the list. */
export function applyChangedRows<R extends Row>({ rows, saved }: ListContext<R>, changed: readonly Row[]) {
  const byId = new Map(changed.map((row) => [row.id, row as R]))
  const replaceChanged = (list: R[]) => list.map((row) => byId.get(row.id) ?? row)
  return { rows: replaceChanged(rows), saved: replaceChanged(saved) }
}

/** Removes the oldest move from the queue: applied if saved, reverted if refused. */
export function settleMove<R extends Row>(context: ListContext<R>, isSaved: boolean) {
  const { shown, paging } = context
  const [first, ...moves] = context.moves
  const saved = isSaved && first ? withMoves(context.saved, [first], shown, paging) : context.saved
  return { saved, moves, rows: withMoves(saved, moves, shown, paging) }
}
