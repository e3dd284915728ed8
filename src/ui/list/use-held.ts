import { useEffect } from 'react'
import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { Kept } from '../context.ts'
import type { ListActor } from './use-list.ts'

const keyOf = (listId: string, query: ListQuery) => `list/${listId}/rows/${JSON.stringify(query)}`

/** The rows a query was answered with within the last minute, to be shown while they are asked for again. */
export const heldRows = (kept: Kept | undefined, listId: string, query: ListQuery): ListPage<Row> | undefined =>
  kept?.get(keyOf(listId, query)) as ListPage<Row> | undefined

/** Keeps what a list was answered, for {@link heldRows}. */
export function useKeepRows<R extends Row>(kept: Kept | undefined, listId: string, actor: ListActor<R>): void {
  useEffect(() => {
    if (!kept) return
    let written: unknown
    const { unsubscribe } = actor.subscribe(({ context }) => {
      const { saved, shown, totalPages, totalDocs, hasNextPage, error } = context
      if (saved === written || saved.length === 0 || error !== null) return
      written = saved
      const pagination = { page: shown.page, limit: shown.limit, totalPages, totalDocs, hasNextPage }
      kept.put(keyOf(listId, shown), { data: saved, pagination })
    })
    return unsubscribe
  }, [kept, listId, actor])
}
