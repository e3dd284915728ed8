import type { ListPage, ListQuery } from '../../../api/contract/list.ts'
import type { Row } from '../../../machines/rules/paging.ts'
import type { QueryCache } from '../../context.ts'

const changeCountKey = (listId: string) => `list/${listId}/changes`

/** Returns a cache key with the list's change counter. Entries under an older counter are unreachable and expire with age. */
const rowCacheKey = (cache: QueryCache, kind: 'rows' | 'ahead', listId: string, query: ListQuery) =>
  `list/${listId}/${cache.get(changeCountKey(listId)) ?? 0}/${kind}/${JSON.stringify(query)}`

/** Returns the rows cached for a query within the last minute, to show while they are requested again. */
export const getCachedRows = (
  cache: QueryCache | undefined,
  listId: string,
  query: ListQuery,
): ListPage<Row> | undefined => cache?.get(rowCacheKey(cache, 'rows', listId, query)) as ListPage<Row> | undefined

/** Caches the response to a query for {@link getCachedRows}. */
export const cacheRows = (cache: QueryCache, listId: string, query: ListQuery, page: ListPage<Row>): void =>
  cache.put(rowCacheKey(cache, 'rows', listId, query), page)

/**
 * Caches a page when it is loaded. If rows changed in the meantime, its key is outdated and the page is never read. Rejects if
 * the request does.
 */
export async function cacheRowsWhenLoaded(
  cache: QueryCache,
  listId: string,
  query: ListQuery,
  page: Promise<ListPage<Row>>,
): Promise<void> {
  const key = rowCacheKey(cache, 'rows', listId, query)
  cache.put(key, await page)
}

/** Invalidates the cached rows and pending requests of a list after a change to its rows. */
export const invalidateCachedRows = (cache: QueryCache, listId: string): void => {
  const key = changeCountKey(listId)
  cache.put(key, ((cache.get(key) as number | undefined) ?? 0) + 1)
}

/** Time in milliseconds for which a prefetched response may serve the actual request. */
const PREFETCH_FRESH_MS = 5_000
/**
 * Time in milliseconds, from the start of a speculative prefetch, for which its loaded response may serve a request. It is
 * short, because no list listens for changes in the meantime. A prefetch in flight may be older: a new request would be slower.
 */
const HOVER_PREFETCH_FRESH_MS = 250

interface PrefetchedRows {
  /** Time until which the response is usable, as of `performance.now()`. */
  until: number
  /** New value of `until` once the response is loaded. */
  there: number
  page: Promise<ListPage<Row>>
  isUnderWay: boolean
  /** Whether a list already uses this response; no other list can. */
  isTaken: boolean
}

/** Maximum time in milliseconds that navigation waits for rows before it shows skeletons. */
const MAX_ROUTE_WAIT_MS = 120

/**
 * Prefetches a list's first rows when its route is entered, while its code loads. The list adopts the response by
 * {@link takePrefetchedRows}.
 * Resolves when the rows are loaded, or after a short wait without them, even if the request failed.
 * A preloaded route caches the rows; a pending preload is adopted when the route is entered. Nothing is requested for a route
 * that stays, or when rows are cached.
 */
export function prefetchRowsForRoute<R extends Row>(
  cause: 'enter' | 'preload' | 'stay',
  cache: QueryCache | undefined,
  listId: string,
  query: ListQuery,
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>,
): Promise<void> | undefined {
  if (cause === 'stay' || !cache || getCachedRows(cache, listId, query)) return undefined
  const freshUntil = performance.now() + PREFETCH_FRESH_MS
  const current = findFreshPrefetch(cache, listId, query)
  // The link that led here is still under the pointer, so the router may preload it again.
  if (cause === 'preload' && current?.isUnderWay) return undefined
  const canAdopt = current?.isUnderWay && !current.isTaken
  const prefetched = canAdopt
    ? current
    : prefetchIntoCache(cache, listId, query, loadPage, freshUntil, Number.NEGATIVE_INFINITY)
  if (cause === 'enter') prefetched.there = freshUntil
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_ROUTE_WAIT_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    prefetched.page.then(end, end)
  })
}

/** Prefetches rows that the user is likely to request, and caches them. A real request in the meantime adopts the pending one. */
export function prefetchRowsOnHover<R extends Row>(
  cache: QueryCache,
  listId: string,
  query: ListQuery,
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>,
): void {
  const now = performance.now()
  if (!findFreshPrefetch(cache, listId, query))
    prefetchIntoCache(cache, listId, query, loadPage, now + PREFETCH_FRESH_MS, now + HOVER_PREFETCH_FRESH_MS)
}

/** Returns a query's prefetch while it is still fresh. */
function findFreshPrefetch(cache: QueryCache, listId: string, query: ListQuery): PrefetchedRows | undefined {
  const prefetched = cache.get(rowCacheKey(cache, 'ahead', listId, query)) as PrefetchedRows | undefined
  return prefetched && performance.now() < prefetched.until ? prefetched : undefined
}

/** Starts a prefetch and caches its response, usable up to `until` while in flight and up to `untilWhenLoaded` once loaded. */
function prefetchIntoCache<R extends Row>(
  cache: QueryCache,
  listId: string,
  query: ListQuery,
  loadPage: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<R>>,
  until: number,
  untilWhenLoaded: number,
): PrefetchedRows {
  const key = rowCacheKey(cache, 'ahead', listId, query)
  const page = loadPage(query, new AbortController().signal)
  const prefetched: PrefetchedRows = { until, there: untilWhenLoaded, page, isUnderWay: true, isTaken: false }
  cache.put(key, prefetched)
  page
    .then(
      (rows) => {
        prefetched.until = prefetched.there
        // After a purge or invalidation the entry belongs to another user or predates a change.
        if (cache.get(rowCacheKey(cache, 'ahead', listId, query)) === prefetched) cacheRows(cache, listId, query, rows)
      },
      // A failed prefetch is silent; a list that took it reports the error.
      () => {},
    )
    .finally(() => {
      prefetched.isUnderWay = false
      if (prefetched.isTaken && cache.get(key) === prefetched) cache.put(key, undefined)
    })
  return prefetched
}

/** Returns a query's fresh prefetch and reserves it for the caller. Undefined if there is none, or if it is reserved. */
export function takePrefetchedRows<R extends Row>(
  cache: QueryCache | undefined,
  listId: string,
  query: ListQuery,
): Promise<ListPage<R>> | undefined {
  const prefetched = cache && findFreshPrefetch(cache, listId, query)
  if (!prefetched || prefetched.isTaken) return undefined
  prefetched.isTaken = true
  if (!prefetched.isUnderWay) cache.put(rowCacheKey(cache, 'ahead', listId, query), undefined)
  return prefetched.page as Promise<ListPage<R>>
}
