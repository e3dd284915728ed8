import type { ListPage, ListQuery } from '../../../api/contract/list.ts'
import type { Row } from '../../../machines/list/paging.ts'
import type { QueryCache } from '../../context.ts'

/** Query and rows of a list when the user left it. */
export interface LastList<R extends Row = Row> {
  query: ListQuery
  page: ListPage<R>
}

const lastListKey = (listId: string) => `list/${listId}/left`

/** Caches the rows that a list showed when the user left it, for the detail page opened from the list. */
export const saveLastList = (cache: QueryCache, listId: string, lastList: LastList): void =>
  cache.put(lastListKey(listId), lastList)

/** Returns the rows that a list showed, if the user left the list within the last minute. */
export const getLastList = (cache: QueryCache | undefined, listId: string): LastList | undefined =>
  cache?.get(lastListKey(listId)) as LastList | undefined
