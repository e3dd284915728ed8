import type { ListPage, ListQuery } from '../../../api/contract/list.ts'
import type { Row } from '../../../machines/list/paging.ts'
import type { QueryCache } from '../../context.ts'

const changeCountKey = (listId: string) => `list/${listId}/changes`

/** Returns a cache key that contains the list's change counter. Entries with an older counter are never read and expire. */
const rowCacheKey = (cache: QueryCache, kind: 'rows' | 'ahead', listId: string, query: ListQuery) =>
  `list/${listId}/${cache.get(changeCountKey(listId)) ?? 0}/${kind}/${JSON.stringify(query)}`

/** Returns the rows cached for a query within the last minute, to show while new rows are requested. */
export const getCachedRows = (
  cache: QueryCache | undefined,
  listId: string,
  query: ListQuery,
): ListPage<Row> | undefined => cache?.get(rowCacheKey(cache, 'rows', listId, query)) as ListPage<Row> | undefined

export const cacheRows = (cache: QueryCache, listId: string, query: ListQuery, page: ListPage<Row>): void =>
  cache.put(rowCacheKey(cache, 'rows', listId, query), page)

/**
 * Caches a page when it is loaded. If rows change in the meantime, the entry has an outdated key and is never read. Rejects if
 * the request fails.
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

/** Invalidates a list's cached rows and pending requests after a change to its rows. */
export const invalidateCachedRows = (cache: QueryCache, listId: string): void => {
  const key = changeCountKey(listId)
  cache.put(key, ((cache.get(key) as number | undefined) ?? 0) + 1)
}

/** Time in milliseconds, from the start of a prefetch, for which its response can be used for an actual request. */
const PREFETCH_FRESH_MS = 5_000
/**
 * Time in milliseconds, from the start of a prefetch on hover, for which its loaded response can be used. The time is short,
 * because no list listens for changes yet. While the request is in flight, {@link PREFETCH_FRESH_MS} applies.
 */
const HOVER_PREFETCH_FRESH_MS = 250

interface PrefetchedRows {
  /** Time until which the response can be used, as of `performance.now()`. */
  until: number
  /** New value of `until` once the response is loaded. */
  untilWhenLoaded: number
  page: Promise<ListPage<Row>>
  isUnderWay: boolean
  /** Whether a list has reserved this response. Only one list can use a response. */
  isTaken: boolean
}

/** Maximum time in milliseconds that navigation waits for rows before it shows skeletons. */
const MAX_ROUTE_WAIT_MS = 120

/**
 * Prefetches a list's first rows when the router preloads or enters its route. {@link takePrefetchedRows} gives the response to
 * the list. Entering a route adopts a pending preload. Nothing is requested for an active route or for cached rows. Resolves when
 * the rows are loaded, the request has failed, or {@link MAX_ROUTE_WAIT_MS} have passed.
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
  // The pointer is still over the link that the user clicked, so the router may preload the route again.
  if (cause === 'preload' && current?.isUnderWay) return undefined
  const canAdopt = current?.isUnderWay && !current.isTaken
  const prefetched = canAdopt
    ? current
    : prefetchIntoCache(cache, listId, query, loadPage, freshUntil, Number.NEGATIVE_INFINITY)
  if (cause === 'enter') prefetched.untilWhenLoaded = freshUntil
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_ROUTE_WAIT_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    prefetched.page.then(end, end)
  })
}

/**
 * Prefetches and caches rows that the user is likely to request. A request before the response arrives uses the same response.
 */
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

/** Returns the prefetch of a query, if it is still fresh. */
function findFreshPrefetch(cache: QueryCache, listId: string, query: ListQuery): PrefetchedRows | undefined {
  const prefetched = cache.get(rowCacheKey(cache, 'ahead', listId, query)) as PrefetchedRows | undefined
  return prefetched && performance.now() < prefetched.until ? prefetched : undefined
}

/**
 * Starts a prefetch and caches its response. The response can be used until `until` while in flight, and until `untilWhenLoaded`
 * once loaded.
 */
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
  const prefetched: PrefetchedRows = { until, untilWhenLoaded, page, isUnderWay: true, isTaken: false }
  cache.put(key, prefetched)
  page
    .then(
      (rows) => {
        prefetched.until = prefetched.untilWhenLoaded
        // After sign-out or invalidation, this response belongs to another user or is outdated.
        if (cache.get(rowCacheKey(cache, 'ahead', listId, query)) === prefetched) cacheRows(cache, listId, query, rows)
      },
      // A failed prefetch is silent. A list that uses it reports the error.
      () => {},
    )
    .finally(() => {
      prefetched.isUnderWay = false
      if (prefetched.isTaken && cache.get(key) === prefetched) cache.put(key, undefined)
    })
  return prefetched
}

/**
 * Reserves the fresh prefetch of a query for the caller and returns its response. Returns undefined without a fresh prefetch, or
 * if another list has reserved the prefetch.
 */
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
