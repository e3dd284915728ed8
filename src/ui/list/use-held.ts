import { type RefObject, useEffect } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import type { Kept } from '../context.ts'
import type { ListDefinition } from './definition.ts'
import { heldRows, holdRows } from './held-rows.ts'
import type { ListActor } from './list-actor.ts'

/** When the next page is asked for, after the list came to rest: a moment in which people look at this one. */
const AHEAD_MS = 250

/**
 * Keeps what a list was answered, for {@link heldRows}; and asks for the page after the one that is looked at, so that it
 * stands at once when it is wanted.
 */
export function useKeepRows<R extends Row>(
  kept: Kept | undefined,
  listId: string,
  // The definition as it is then: it is made anew whenever something in it changes, its rows being there or not.
  latest: RefObject<{ list: ListDefinition<R> }>,
  actor: ListActor<R>,
): void {
  useEffect(() => {
    if (!kept) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let ahead = new AbortController()
    const { unsubscribe } = actor.subscribe((snapshot) => {
      clearTimeout(timer)
      ahead.abort()
      const { shown, hasNextPage, paging } = snapshot.context
      if (snapshot.hasTag('busy') || snapshot.hasTag('failed') || !hasNextPage || paging !== 'pager') return
      const next = { ...shown, page: shown.page + 1 }
      timer = setTimeout(() => {
        if (heldRows(kept, listId, next)) return
        ahead = new AbortController()
        latest.current.list.loadPage(next, ahead.signal).then(
          (page) => holdRows(kept, listId, next, page),
          // Nobody asked for it yet; who does hears why it does not come.
          () => {},
        )
      }, AHEAD_MS)
    })
    return () => {
      clearTimeout(timer)
      ahead.abort()
      unsubscribe()
    }
  }, [kept, listId, latest, actor])

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
