import type { Filter, ListPage, ListQuery } from '../../api/contract/list.ts'
import { sameFilter, withField, withPreselected } from './filters.ts'
import { orderAfter, type Sorting, toggleOrder } from './order.ts'
import { acceptTotal, clampPage, joinRows, offsetOf, type Paging, type Row, withKnownRows } from './paging.ts'
import { type Removal, stillRemoved } from './removals.ts'
import { type Move, placeOf, withMoves } from './reorder.ts'

/** What happens to a list; `order.neared`: somebody is about to sort by the field, it seems. */
export type ListEvent =
  | { type: 'page.requested'; page: number }
  | { type: 'limit.chosen'; limit: number }
  | { type: 'order.toggled'; field: string }
  | { type: 'order.neared'; field: string }
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
 * What the list tells itself of a changed query: `wanted` asks at once unless another change came just before,
 * `deferred` once no more come; and of how fast changes follow each other.
 */
export type ListSignal =
  | { type: 'load.wanted' }
  | { type: 'load.deferred' }
  | { type: 'typing.noticed' }
  | { type: 'paging.noticed' }
  | { type: 'calm.noticed' }

/**
 * `query.changed`: from within. A change that follows another before the list settled replaces the address's entry, so
 * that Back leads to what stood before the typing. `query.neared`: it may be asked next, and nothing is held for it.
 * `rows.touched`: rows were changed or moved here, and what other queries were answered with is older. `row.returned`: a move was not saved, the row is back at `position`.
 */
export type ListEmitted =
  | { type: 'query.changed'; query: ListQuery; entry: 'push' | 'replace' }
  | { type: 'query.neared'; query: ListQuery }
  | { type: 'rows.touched' }
  | { type: 'row.returned'; id: string; position: number }

/** What starts a list; `preselected` are the values that empty filter fields take. */
export interface ListInput {
  query: ListQuery
  paging: Paging
  preselected: Filter
  sorting: Sorting
  /** What a query was answered a moment ago: shown until the answer is here. Without it nothing is asked ahead. */
  heldOf?: ((query: ListQuery) => ListPage<Row> | undefined) | undefined
  /** How long rows stand before they are quietly asked for again, in milliseconds. Without it they stand until somebody asks. */
  staleAfter?: ((rows: readonly Row[]) => number) | undefined
}

/** A list as it stands. Totals are 0 while they are unknown. */
export interface ListContext<R extends Row> extends ListInput {
  /** The rows as they are seen, with the moves that are not saved yet. */
  rows: R[]
  /** The same rows as the server has them. */
  saved: R[]
  /** The query that `rows` answer. */
  shown: ListQuery
  /** Moves that are not saved yet, oldest first; the first of them is on its way. */
  moves: Move[]
  /** Rows that were deleted here, or wait to be. */
  removed: readonly Removal[]
  totalPages: number
  totalDocs: number
  hasNextPage: boolean
  /** How many pages of the query the rows hold already; stays 0 unless the list is infinite. */
  heldPages: number
  error: unknown
}

/** A list before its first answer. */
export function emptyList<R extends Row>(input: ListInput): ListContext<R> {
  const query = { ...input.query, filter: withPreselected(input.query.filter, input.preselected) }
  const nothing = {
    rows: [],
    saved: [],
    moves: [],
    removed: [],
    totalPages: 0,
    totalDocs: 0,
    hasNextPage: false,
    heldPages: 0,
  }
  return { ...input, ...nothing, query, shown: query, error: null, ...heldAnswer<R>({ ...input, query }) }
}

/** The rows and totals of the answer that is held for the query, with the moves that are not saved yet; nothing where there is none. */
export function heldAnswer<R extends Row>({ heldOf, query, paging }: ListInput, moves: readonly Move[] = []) {
  const held = heldOf?.(query)
  if (!held) return {}
  const { totalPages, totalDocs, hasNextPage } = held.pagination
  const saved = held.data as R[]
  return { rows: withMoves(saved, moves, query, paging), saved, shown: query, totalPages, totalDocs, hasNextPage }
}

/** The filter with one field changed. */
export const changedFilter = ({ query }: ListInput, { field, value }: { field: string; value: unknown }): Filter =>
  withField(query.filter, field, value)

/** What a list filtered by `filter` asks for, in the order that fits it. */
export function filtered(
  { query, preselected, sorting }: ListInput,
  filter: Filter,
): Pick<ListQuery, 'filter' | 'order'> {
  const next = withPreselected(filter, preselected)
  return { filter: next, order: orderAfter(query.order, query.filter, next, sorting) }
}

/** The list after a change of filter, order or limit, which leads back to the first page (Spec §4). */
export const fromStart = ({ query }: ListInput, change: Partial<ListQuery>) => ({
  query: { ...query, ...change, page: 1 },
  heldPages: 0,
})

/** The list sorted as a press on the head of a field sorts it. */
export const ordered = (context: ListInput, field: string) =>
  fromStart(context, { order: toggleOrder(context.query.order, field) })

/** Whether the rows of that are held, so that they can stand at once. */
export const isHeldOrder = (context: ListInput, field: string): boolean =>
  context.heldOf?.(ordered(context, field).query) !== undefined

/** The list with other preselected values; what was chosen stays. */
export const preselect = ({ query }: ListInput, preselected: Filter) => ({
  preselected,
  query: { ...query, filter: withPreselected(query.filter, preselected) },
})

/** Whether setting `filter` would change anything. */
export const isAnotherFilter = ({ query, preselected }: ListInput, filter: Filter): boolean =>
  !sameFilter(withPreselected(filter, preselected), query.filter)

/** The list at another page; an infinite one keeps the pages it holds when it goes on. */
export function atPage<R extends Row>(context: ListContext<R>, wanted: number) {
  const page = clampPage(wanted, context.totalPages)
  return { query: { ...context.query, page }, heldPages: page > context.heldPages ? context.heldPages : 0 }
}

/** Whether `page` is another than the one that is asked for. */
export const isAnotherPage = ({ query, totalPages }: ListContext<Row>, page: number): boolean =>
  clampPage(page, totalPages) !== query.page

/** Whether the rows of another page are held, so that they can stand at once. */
export const isHeldPage = (context: ListContext<Row>, page: number): boolean =>
  context.paging === 'pager' &&
  isAnotherPage(context, page) &&
  context.heldOf?.(atPage(context, page).query) !== undefined

/** The query of the page behind the one that is shown. */
export const queryAhead = ({ shown }: ListContext<Row>): ListQuery => ({ ...shown, page: shown.page + 1 })

/** Whether there is a page to be asked for before it is wanted. */
export const canLookAhead = (context: ListContext<Row>): boolean =>
  context.paging === 'pager' &&
  context.hasNextPage &&
  context.heldOf !== undefined &&
  context.heldOf(queryAhead(context)) === undefined

/** The 1-based place of the row of the oldest move in the whole list, as the server has it. */
export const placeBefore = ({ saved, moves, shown, paging }: ListContext<Row>, id = moves[0]!.id) => ({
  id,
  position: saved.findIndex((row) => row.id === id) + offsetOf(shown, paging) + 1,
})

/** The totals of an answer, as far as they are accepted (Spec §5). */
export const totalsOf = <R extends Row>(context: ListContext<R>, { pagination }: ListPage<R>) => ({
  totalPages: acceptTotal(pagination.totalPages, context.totalPages),
  totalDocs: acceptTotal(pagination.totalDocs, context.totalDocs),
  hasNextPage: pagination.hasNextPage,
})

/** The rows of an answer, behind those held already; moves that are not saved yet are carried out on them. */
export function withAnswer<R extends Row>(context: ListContext<R>, answer: ListPage<R>) {
  const { query, paging, heldPages, moves, removed } = context
  const data = withKnownRows(answer.data, context.saved)
  const saved = heldPages > 0 ? joinRows(context.saved, data) : data
  return {
    saved,
    shown: query,
    rows: withMoves(saved, moves, query, paging),
    removed: stillRemoved(removed),
    heldPages: paging === 'infinite' ? query.page : 0,
    error: null,
  }
}

/** The list with a row moved at once; the move waits behind those that are not saved yet. */
export function withMove<R extends Row>(context: ListContext<R>, { id, position }: { id: string; position: number }) {
  const { rows, moves, shown, paging, totalDocs } = context
  const made: Move = { id, position: placeOf(position, Math.max(totalDocs, rows.length)), query: shown }
  return { moves: [...moves, made], rows: withMoves(rows, [made], shown, paging) }
}

/** The list with rows as they stand after a change of this person, each in its place; those it does not have are left out. */
export function withChanged<R extends Row>({ rows, saved }: ListContext<R>, changed: readonly Row[]) {
  const byId = new Map(changed.map((row) => [row.id, row as R]))
  const renewed = (all: R[]) => all.map((row) => byId.get(row.id) ?? row)
  return { rows: renewed(rows), saved: renewed(saved) }
}

/** The list once its oldest move was saved, or refused and so taken back. */
export function afterMove<R extends Row>(context: ListContext<R>, isSaved: boolean) {
  const { shown, paging } = context
  const [first, ...moves] = context.moves
  const saved = isSaved && first ? withMoves(context.saved, [first], shown, paging) : context.saved
  return { saved, moves, rows: withMoves(saved, moves, shown, paging) }
}
