import type { Filter, ListQuery } from '../../api/contract/list.ts'
import { sameFilter } from './filters.ts'
import type { Row } from './paging.ts'

/** A row that is gone as far as this person is concerned; `filter` is what the list was narrowed to then. */
export interface Removal {
  readonly id: string
  readonly filter: Filter
  /** The server says so too: the next answer is without it. */
  readonly isGone: boolean
}

/** What is left of a list without the rows that are removed. */
export interface Remainder<R extends Row> {
  rows: readonly R[]
  /** How many there are in all; 0 while unknown. */
  totalDocs: number
}

/** Removes the rows `ids` of a list narrowed to `filter`. */
export const withRemovals = (removed: readonly Removal[], ids: readonly string[], filter: Filter): Removal[] => [
  ...removed.filter(({ id }) => !ids.includes(id)),
  ...ids.map((id) => ({ id, filter, isGone: false })),
]

/** Brings the rows `ids` back. */
export const withoutRemovals = (removed: readonly Removal[], ids: readonly string[]): Removal[] =>
  removed.filter(({ id }) => !ids.includes(id))

/** The rows `ids` are gone on the server too. */
export const withGone = (removed: readonly Removal[], ids: readonly string[]): Removal[] =>
  removed.map((it) => (ids.includes(it.id) ? { ...it, isGone: true } : it))

/** What is still removed once there is a new answer: that one says itself what is gone. */
export const stillRemoved = (removed: readonly Removal[]): Removal[] => removed.filter(({ isGone }) => !isGone)

/** The rows and the total without what is removed, on this page or on another of the same list. */
export function remainderOf<R extends Row>(list: {
  rows: readonly R[]
  removed: readonly Removal[]
  shown: ListQuery
  totalDocs: number
}): Remainder<R> {
  const { rows, removed, shown, totalDocs } = list
  if (removed.length === 0) return { rows, totalDocs }
  const here = new Set(rows.map(({ id }) => id))
  const ofList = removed.filter(({ id, filter }) => here.has(id) || sameFilter(filter, shown.filter))
  const gone = new Set(ofList.map(({ id }) => id))
  return { rows: rows.filter(({ id }) => !gone.has(id)), totalDocs: Math.max(0, totalDocs - gone.size) }
}
