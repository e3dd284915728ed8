import { useSelector } from '@xstate/react'
import { startTransition, useEffect, useState } from 'react'
import { nextPageQuery } from '../../../machines/list/list-state.ts'
import type { Row } from '../../../machines/list/paging.ts'
import type { ListActor } from '../state/list-actor.ts'

/** Returns the cached rows of the next page once the list is idle, for rendering in advance. */
export function usePrefetchedRows<R extends Row>(actor: ListActor<R>): readonly R[] | undefined {
  const [prefetchedRows, setPrefetchedRows] = useState<readonly R[]>()
  const isIdle = useSelector(actor, (snapshot) =>
    snapshot.matches({ load: { success: 'idle' } }) || snapshot.matches({ load: { success: 'fresh' } })
      ? snapshot.context.shown
      : undefined,
  )
  useEffect(() => {
    const { context } = actor.getSnapshot()
    if (isIdle === undefined || context.paging !== 'pager' || !context.hasNextPage) return
    const cachedRows = context.getCachedPage?.(nextPageQuery(context))?.data as readonly R[] | undefined
    // Renders with low priority, so that user input is not delayed.
    startTransition(() => setPrefetchedRows(cachedRows))
  }, [isIdle, actor])
  return prefetchedRows
}
