import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import type { ListPage, ListQuery } from '../../../api/contract/list.ts'
import { preselectedOf, withoutEmptyValues } from '../../../machines/filters/filters.ts'
import { createListMachine } from '../../../machines/list/list.machine.ts'
import { resolveSorting } from '../../../machines/list/order.ts'
import { joinPages, type PageRange, type Row } from '../../../machines/list/paging.ts'
import type { RowMove } from '../../../machines/list/reorder.ts'
import { useAtelier } from '../../context.ts'
import { isDataSaverOn } from '../../kit/loading/is-data-saver-on.ts'
import { waitForNextPaint } from '../../kit/loading/wait-for-next-paint.ts'
import { useTimeTravel } from '../../time-travel.ts'
import { useMachineActor } from '../../use-machine-actor.ts'
import { isRow } from '../bulk-action.ts'
import type { ListDefinition } from '../definition.ts'
import type { ListActor } from './list-actor.ts'
import { type ListSearch, queryToSearch, searchToQuery } from './list-search.ts'
import {
  cacheRowsWhenLoaded,
  getCachedRows,
  invalidateCachedRows,
  prefetchRowsOnHover,
  takePrefetchedRows,
} from './row-cache.ts'
import { useRowCache } from './use-row-cache.ts'

/** Writes the list's URL as a new history entry, or replaces the current entry. */
export type WriteSearch = (search: ListSearch, options: { replace: boolean }) => void

/**
 * Runs the list machine and synchronises it with the URL. The list writes its query to the URL. An external change of the URL
 * (Back, a link) is restored into the list. `pageFor` returns the number of pages that an infinite list had loaded for the
 * history entry. A failed list retries when the browser is online again.
 */
export function useList<R extends Row>(
  list: ListDefinition<R>,
  search: ListSearch,
  write: WriteSearch,
  pageFor: () => number = () => 1,
): ListActor<R> {
  const { cache } = useAtelier()
  // The definition may be recreated on each render; effect events call the newest one.
  const loadPage = useEffectEvent(list.loadPage)
  const saveOrder = useEffectEvent(async (move: RowMove, signal: AbortSignal) => list.saveOrder?.(move, signal))
  const [machine] = useState(() =>
    createListMachine<R>().provide({
      actors: {
        loadPage: fromPromise<ListPage<R>, PageRange>(({ input, signal }) =>
          loadPages((query) => takePrefetchedRows<R>(cache, list.id, query) ?? loadPage(query, signal), input),
        ),
        prefetchPage: fromPromise<void, { query: ListQuery }>(async ({ input: { query }, signal }) => {
          if (isDataSaverOn()) return
          const page = loadPage(query, signal)
          if (cache) await cacheRowsWhenLoaded(cache, list.id, query, page)
        }),
        saveOrder: fromPromise<Row | undefined, RowMove>(async ({ input, signal }) => {
          const saved = await saveOrder(input, signal)
          return isRow(saved) ? saved : undefined
        }),
      },
    }),
  )
  const isInUrl = list.inUrl ?? true
  const [initialQuery] = useState(() => withLoadedPage(initialQueryOf(list, isInUrl ? search : {}), list, pageFor))
  const actor = useMachineActor(machine, {
    id: list.id,
    input: {
      query: initialQuery,
      getCachedPage: cache && ((query) => getCachedRows(cache, list.id, query)),
      staleAfter: list.staleAfterMs as ((rows: readonly Row[]) => number) | undefined,
      paging: list.paging ?? 'pager',
      preselected: preselectedOf(list.filters),
      sorting: resolveSorting(list),
    },
  }) as ListActor<R>

  useRowCache(cache, list.id, actor)

  useEffect(() => {
    if (!cache) return
    const hoverSubscription = actor.on('query.anticipated', ({ query }) => {
      if (!isDataSaverOn()) prefetchRowsOnHover(cache, list.id, query, loadPage)
    })
    const touchSubscription = actor.on('rows.updated', () => invalidateCachedRows(cache, list.id))
    return () => {
      hoverSubscription.unsubscribe()
      touchSubscription.unsubscribe()
    }
  }, [cache, list.id, actor])

  useEffect(() => {
    const retry = () => actor.getSnapshot().hasTag('failed') && actor.send({ type: 'retry.requested' })
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [actor])

  const preselected = JSON.stringify(preselectedOf(list.filters))
  useEffect(() => {
    // Does not send the initial value, because each event renders the whole view again.
    if (JSON.stringify(actor.getSnapshot().context.preselected) !== preselected)
      actor.send({ type: 'preselection.changed', preselected: JSON.parse(preselected) })
  }, [actor, preselected])

  const searchText = JSON.stringify(search)
  const mirror = useRef({ text: searchText, seen: searchText, written: [] as string[] })
  const pendingWrite = useRef<() => void>(undefined)
  const flushPendingWrite = () => {
    pendingWrite.current?.()
    pendingWrite.current = undefined
  }
  const mirrorQuery = useEffectEvent((query: ListQuery, replace: boolean) => {
    const next = queryToSearch(query, list)
    const text = JSON.stringify(next)
    if (!isInUrl || text === mirror.current.text) return
    flushPendingWrite()
    mirror.current.text = text
    const writeEntry = () => {
      mirror.current.written.push(text)
      write(next, { replace })
    }
    if (replace) return writeEntry()
    // A new history entry has costly side effects, so it is written after the new rows are painted.
    pendingWrite.current = writeEntry
    waitForNextPaint().then(() => pendingWrite.current === writeEntry && flushPendingWrite())
  })
  const restore = useEffectEvent((searchJson: string) => {
    const { limit } = actor.getSnapshot().context.query
    actor.send({
      type: 'query.restored',
      query: withLoadedPage(searchToQuery(JSON.parse(searchJson), list, limit), list, pageFor),
    })
  })
  useEffect(() => {
    const subscription = actor.on('query.changed', ({ query, entry }) => mirrorQuery(query, entry === 'replace'))
    // Writes initial filter values to the URL too.
    mirrorQuery(actor.getSnapshot().context.query, true)
    return () => {
      subscription.unsubscribe()
      // Cancels the pending write, so that it cannot undo a navigation away.
      pendingWrite.current = undefined
    }
  }, [actor])
  useEffect(() => {
    const { written, text, seen } = mirror.current
    if (searchText === seen) return
    mirror.current.seen = searchText
    // The router reports the list's own writes with a delay and may skip some of them.
    const ownIndex = written.indexOf(searchText)
    written.splice(0, ownIndex < 0 ? written.length : ownIndex + 1)
    // After an external navigation, the pending write belongs to the previous page.
    if (ownIndex < 0) pendingWrite.current = undefined
    if (!isInUrl || ownIndex >= 0 || searchText === text) return
    mirror.current.text = searchText
    restore(searchText)
  }, [isInUrl, searchText])
  return useTimeTravel(actor)
}

/** Returns the initial query from the URL. Without a filter in the URL, the filters' initial values apply. */
function initialQueryOf<R extends Row>(list: ListDefinition<R>, search: ListSearch): ListQuery {
  const initialFilter = withoutEmptyValues(Object.fromEntries(list.filters.map(({ field, value }) => [field, value])))
  return searchToQuery(search.filter ? search : { ...search, filter: initialFilter }, list)
}

const withLoadedPage = <R extends Row>(query: ListQuery, list: ListDefinition<R>, pageFor: () => number): ListQuery =>
  list.paging === 'infinite' ? { ...query, page: pageFor() } : query

/** Loads the pages from `firstPage` to `query.page` in parallel and joins them. */
async function loadPages<R extends Row>(
  load: (query: ListQuery) => Promise<ListPage<R>>,
  { query, firstPage }: PageRange,
): Promise<ListPage<R>> {
  const pages = Array.from({ length: query.page - firstPage + 1 }, (_, index) => firstPage + index)
  return joinPages(await Promise.all(pages.map((page) => load({ ...query, page }))))
}
