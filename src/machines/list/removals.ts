import type { Filter, ListQuery } from '../../api/contract/list.ts'
import { isSameFilter } from '../filters/filters.ts'
import type { Row } from './paging.ts'

/** Row hidden because this user deleted it. `filter` is the list's filter at the time of the deletion. */
export interface Removal {
  readonly id: string
  readonly filter: Filter
  /** Whether the server has confirmed the deletion, so that the next response omits the row. */
  readonly isGone: boolean
}

export interface RemainingRows<R extends Row> {
  rows: readonly R[]
  /** Total number of rows, 0 while unknown. */
  totalDocs: number
}

export const withRemovals = (removed: readonly Removal[], ids: readonly string[], filter: Filter): Removal[] => [
  ...removed.filter(({ id }) => !ids.includes(id)),
  ...ids.map((id) => ({ id, filter, isGone: false })),
]

export const withoutRemovals = (removed: readonly Removal[], ids: readonly string[]): Removal[] =>
  removed.filter(({ id }) => !ids.includes(id))

export const confirmRemovals = (removed: readonly Removal[], ids: readonly string[]): Removal[] =>
  removed.map((removal) => (ids.includes(removal.id) ? { ...removal, isGone: true } : removal))

/** Returns the removals still needed after a new response, which already omits confirmed deletions. */
export const dropConfirmedRemovals = (removed: readonly Removal[]): Removal[] => removed.filter(({ isGone }) => !isGone)

/** Subtracts removed rows, on this page or another page of the same list, from rows and total. */
export function withoutRemovedRows<R extends Row>(list: {
  rows: readonly R[]
  removed: readonly Removal[]
  shown: ListQuery
  totalDocs: number
}): RemainingRows<R> {
  const { rows, removed, shown, totalDocs } = list
  if (removed.length === 0) return { rows, totalDocs }
  const rowIds = new Set(rows.map(({ id }) => id))
  const listRemovals = removed.filter(({ id, filter }) => rowIds.has(id) || isSameFilter(filter, shown.filter))
  const hiddenIds = new Set(listRemovals.map(({ id }) => id))
  return { rows: rows.filter(({ id }) => !hiddenIds.has(id)), totalDocs: Math.max(0, totalDocs - hiddenIds.size) }
}
