import { useEffect } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import type { Kept } from '../context.ts'
import { holdRows } from './held-rows.ts'
import { type Left, leaveList } from './left-list.ts'
import type { ListActor } from './list-actor.ts'

/** Keeps what a list was answered, as changed since, for `heldRows`, and as it is left for `leftList`. */
export function useKeptRows<R extends Row>(kept: Kept | undefined, listId: string, actor: ListActor<R>): void {
  useEffect(() => {
    if (!kept) return
    let written: unknown
    let last: Left | undefined
    const { unsubscribe } = actor.subscribe(({ context }) => {
      const { saved, shown, totalPages, totalDocs, hasNextPage, error } = context
      if (saved === written || saved.length === 0 || error !== null) return
      written = saved
      const pagination = { page: shown.page, limit: shown.limit, totalPages, totalDocs, hasNextPage }
      last = { query: shown, page: { data: saved, pagination } }
      holdRows(kept, listId, last.query, last.page)
    })
    return () => {
      unsubscribe()
      if (last) leaveList(kept, listId, last)
    }
  }, [kept, listId, actor])
}
