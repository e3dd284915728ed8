import { useEffect } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import type { Kept } from '../context.ts'
import { holdRows } from './held-rows.ts'
import type { ListActor } from './list-actor.ts'

/** Keeps what a list was answered, as changed since, for `heldRows`. */
export function useKeptRows<R extends Row>(kept: Kept | undefined, listId: string, actor: ListActor<R>): void {
  useEffect(() => {
    if (!kept) return
    let written: unknown
    const { unsubscribe } = actor.subscribe(({ context }) => {
      const { saved, shown, totalPages, totalDocs, hasNextPage, error } = context
      if (saved === written || saved.length === 0 || error !== null) return
      written = saved
      const pagination = { page: shown.page, limit: shown.limit, totalPages, totalDocs, hasNextPage }
      holdRows(kept, listId, shown, { data: saved, pagination })
    })
    return unsubscribe
  }, [kept, listId, actor])
}
