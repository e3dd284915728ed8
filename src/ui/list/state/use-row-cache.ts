import { useEffect } from 'react'
import type { Row } from '../../../machines/list/paging.ts'
import type { QueryCache } from '../../context.ts'
import { type LastList, saveLastList } from './last-list.ts'
import type { ListActor } from './list-actor.ts'
import { cacheRows } from './row-cache.ts'

/** Caches a list's rows after each change for `getCachedRows`, and when the list unmounts for `getLastList`. */
export function useRowCache<R extends Row>(cache: QueryCache | undefined, listId: string, actor: ListActor<R>): void {
  useEffect(() => {
    if (!cache) return
    let lastRows: unknown
    let lastList: LastList | undefined
    const { unsubscribe } = actor.subscribe(({ context }) => {
      const { saved, shown, totalPages, totalDocs, hasNextPage, error } = context
      if (saved === lastRows || saved.length === 0 || error !== null) return
      lastRows = saved
      const pagination = { page: shown.page, limit: shown.limit, totalPages, totalDocs, hasNextPage }
      lastList = { query: shown, page: { data: saved, pagination } }
      cacheRows(cache, listId, lastList.query, lastList.page)
    })
    return () => {
      unsubscribe()
      if (lastList) saveLastList(cache, listId, lastList)
    }
  }, [cache, listId, actor])
}
