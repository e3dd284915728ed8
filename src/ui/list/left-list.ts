import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { Kept } from '../context.ts'

/** What a list showed as it was left. */
export interface Left<R extends Row = Row> {
  query: ListQuery
  page: ListPage<R>
}

const keyOf = (listId: string) => `list/${listId}/left`

/** Keeps what a list showed as it was left, for the page of a thing that was opened from it. */
export const leaveList = (kept: Kept, listId: string, left: Left): void => kept.put(keyOf(listId), left)

/** What a list showed as it was left within the last minute. */
export const leftList = (kept: Kept | undefined, listId: string): Left | undefined =>
  kept?.get(keyOf(listId)) as Left | undefined
