import { expect, test, vi } from 'vitest'
import type { ListPage, ListQuery } from '../../../../src/api/contract/list.ts'
import { createQueryCache } from '../../../../src/api/query-cache.ts'
import {
  cacheRows,
  cacheRowsWhenLoaded,
  getCachedRows,
  invalidateCachedRows,
  prefetchRowsForRoute,
  prefetchRowsOnHover,
  takePrefetchedRows,
} from '../../../../src/ui/list/state/row-cache.ts'

interface Thing {
  id: string
}
const query: ListQuery = { page: 1, limit: 10, order: {}, filter: {} }
const page: ListPage<Thing> = {
  data: [{ id: 'a' }],
  pagination: { page: 1, limit: 10, totalPages: 1, totalDocs: 1, hasNextPage: false },
}

test('caches prefetched rows for the first paint, and passes the response to only one list', async () => {
  const cache = createQueryCache()
  await prefetchRowsForRoute('enter', cache, 'things', query, async () => page)
  expect(getCachedRows(cache, 'things', query)).toEqual(page)
  expect(await takePrefetchedRows(cache, 'things', query)).toEqual(page)
  expect(takePrefetchedRows(cache, 'things', query)).toBeUndefined()
  expect(takePrefetchedRows(cache, 'things', { ...query, page: 2 })).toBeUndefined()
})

test('prefetches nothing when rows are cached', async () => {
  const cache = createQueryCache()
  await prefetchRowsForRoute('enter', cache, 'things', query, async () => page)
  const loadPage = vi.fn(async () => page)
  await prefetchRowsForRoute('enter', cache, 'things', query, loadPage)
  expect(loadPage).not.toHaveBeenCalled()
})

test('caches nothing from a failed prefetch, whose error is passed to the list', async () => {
  const cache = createQueryCache()
  await prefetchRowsForRoute('enter', cache, 'things', query, () => Promise.reject(new Error('gone')))
  expect(getCachedRows(cache, 'things', query)).toBeUndefined()
  await expect(takePrefetchedRows(cache, 'things', query)).rejects.toThrow('gone')
})

test('delays a route by at most 120 ms, caches late rows, and drops their response after 5 s', async () => {
  vi.useFakeTimers()
  try {
    const cache = createQueryCache()
    let resolvePage: (page: ListPage<Thing>) => void = () => {}
    const prefetching = prefetchRowsForRoute(
      'enter',
      cache,
      'things',
      query,
      () => new Promise<ListPage<Thing>>((resolve) => (resolvePage = resolve)),
    )
    await vi.advanceTimersByTimeAsync(120)
    await prefetching
    expect(getCachedRows(cache, 'things', query)).toBeUndefined()
    resolvePage(page)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(takePrefetchedRows(cache, 'things', query)).toBeUndefined()
    expect(getCachedRows(cache, 'things', query)).toEqual(page)
  } finally {
    vi.useRealTimers()
  }
})

test('caches rows of a preloaded route, which the list revalidates', async () => {
  const cache = createQueryCache()
  await prefetchRowsForRoute('preload', cache, 'things', query, async () => page)
  expect(getCachedRows(cache, 'things', query)).toEqual(page)
  expect(takePrefetchedRows(cache, 'things', query)).toBeUndefined()
})

test('sends one request for a route entered during its preload', async () => {
  const cache = createQueryCache()
  const loadPage = vi.fn(async () => page)
  await Promise.all([
    prefetchRowsForRoute('preload', cache, 'things', query, loadPage),
    prefetchRowsForRoute('enter', cache, 'things', query, loadPage),
  ])
  expect(loadPage).toHaveBeenCalledOnce()
  expect(getCachedRows(cache, 'things', query)).toEqual(page)
  // The entered route gets the prefetched response even after that response has been loaded.
  expect(await takePrefetchedRows(cache, 'things', query)).toEqual(page)
})

test('sends nothing for a preload while the rows of the list are in flight', async () => {
  const cache = createQueryCache()
  const loadPage = vi.fn(async () => page)
  const prefetching = prefetchRowsForRoute('enter', cache, 'things', query, loadPage)
  expect(prefetchRowsForRoute('preload', cache, 'things', query, loadPage)).toBeUndefined()
  const response = takePrefetchedRows(cache, 'things', query)
  expect(prefetchRowsForRoute('preload', cache, 'things', query, loadPage)).toBeUndefined()
  expect(loadPage).toHaveBeenCalledOnce()
  // A list has already taken the response, so another list does not get it.
  expect(takePrefetchedRows(cache, 'things', query)).toBeUndefined()
  prefetchRowsForRoute('enter', cache, 'things', query, loadPage)
  expect(loadPage).toHaveBeenCalledTimes(2)
  await Promise.all([prefetching, response])
  prefetchRowsForRoute('preload', cache, 'others', query, loadPage)
  expect(loadPage).toHaveBeenCalledTimes(3)
})

test('requests the rows again when a route is entered after a failed preload', async () => {
  const cache = createQueryCache()
  await prefetchRowsForRoute('preload', cache, 'things', query, () => Promise.reject(new Error('gone')))
  await prefetchRowsForRoute('enter', cache, 'things', query, async () => page)
  expect(await takePrefetchedRows(cache, 'things', query)).toEqual(page)
})

test('requests the rows again when a route is entered while its preload takes longer than 5 s', async () => {
  const cache = createQueryCache()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  try {
    prefetchRowsForRoute('preload', cache, 'things', query, () => new Promise<typeof page>(() => {}))
    now.mockReturnValue(5_001)
    await prefetchRowsForRoute('enter', cache, 'things', query, async () => page)
    expect(await takePrefetchedRows(cache, 'things', query)).toEqual(page)
  } finally {
    now.mockRestore()
  }
})

test('requests nothing for a route that stays active, and caches no response after a sign-out', async () => {
  const cache = createQueryCache()
  const loadPage = vi.fn(async () => page)
  expect(prefetchRowsForRoute('stay', cache, 'things', query, loadPage)).toBeUndefined()
  expect(loadPage).not.toHaveBeenCalled()
  const prefetching = prefetchRowsForRoute('enter', cache, 'things', query, loadPage)
  cache.clear()
  await prefetching
  expect([getCachedRows(cache, 'things', query), takePrefetchedRows(cache, 'things', query)]).toEqual([
    undefined,
    undefined,
  ])
})

test('prefetches no rows for a route without a cache', async () => {
  const loadPage = vi.fn(async () => page)
  await prefetchRowsForRoute('enter', undefined, 'things', query, loadPage)
  expect(loadPage).not.toHaveBeenCalled()
})

test('sends one prefetch for two hovers, caches its rows, and drops its response after 250 ms', async () => {
  vi.useFakeTimers()
  try {
    const cache = createQueryCache()
    let resolvePage: (page: ListPage<Thing>) => void = () => {}
    const loadPage = vi.fn(() => new Promise<ListPage<Thing>>((resolve) => (resolvePage = resolve)))
    prefetchRowsOnHover(cache, 'things', query, loadPage)
    prefetchRowsOnHover(cache, 'things', query, loadPage)
    expect(loadPage).toHaveBeenCalledTimes(1)
    // A request during the prefetch waits for the prefetched response.
    const response = takePrefetchedRows(cache, 'things', query)
    resolvePage(page)
    expect(await response).toEqual(page)
    prefetchRowsOnHover(cache, 'things', { ...query, page: 2 }, async () => page)
    await vi.advanceTimersByTimeAsync(251)
    expect(getCachedRows(cache, 'things', { ...query, page: 2 })).toEqual(page)
    expect(takePrefetchedRows(cache, 'things', { ...query, page: 2 })).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('sends no second prefetch on hover while a slow prefetch of the same rows is in flight', async () => {
  vi.useFakeTimers()
  try {
    const cache = createQueryCache()
    let resolvePage: (page: ListPage<Thing>) => void = () => {}
    const loadPage = vi.fn(() => new Promise<ListPage<Thing>>((resolve) => (resolvePage = resolve)))
    prefetchRowsOnHover(cache, 'things', query, loadPage)
    await vi.advanceTimersByTimeAsync(2_000)
    prefetchRowsOnHover(cache, 'things', query, loadPage)
    expect(loadPage).toHaveBeenCalledTimes(1)
    const response = takePrefetchedRows(cache, 'things', query)
    resolvePage(page)
    expect(await response).toEqual(page)
  } finally {
    vi.useRealTimers()
  }
})

test('invalidates cached and pending rows of a changed list, but not the rows of another list', async () => {
  const cache = createQueryCache()
  let resolvePage: (page: ListPage<Thing>) => void = () => {}
  cacheRows(cache, 'things', query, page)
  cacheRows(cache, 'others', query, page)
  prefetchRowsOnHover(
    cache,
    'things',
    { ...query, page: 2 },
    () => new Promise<ListPage<Thing>>((resolve) => (resolvePage = resolve)),
  )
  invalidateCachedRows(cache, 'things')
  expect(getCachedRows(cache, 'things', query)).toBeUndefined()
  expect(takePrefetchedRows(cache, 'things', { ...query, page: 2 })).toBeUndefined()
  expect(getCachedRows(cache, 'others', query)).toEqual(page)
  resolvePage(page)
  await Promise.resolve()
  expect(getCachedRows(cache, 'things', { ...query, page: 2 })).toBeUndefined()
  cacheRows(cache, 'things', query, page)
  expect(getCachedRows(cache, 'things', query)).toEqual(page)
})

test('caches loaded rows, unless the rows of the list were invalidated during the request', async () => {
  const cache = createQueryCache()
  await cacheRowsWhenLoaded(cache, 'things', query, Promise.resolve(page))
  expect(getCachedRows(cache, 'things', query)).toEqual(page)
  let resolvePage: (page: ListPage<Thing>) => void = () => {}
  const caching = cacheRowsWhenLoaded(
    cache,
    'things',
    query,
    new Promise<ListPage<Thing>>((resolve) => (resolvePage = resolve)),
  )
  invalidateCachedRows(cache, 'things')
  resolvePage(page)
  await caching
  expect(getCachedRows(cache, 'things', query)).toBeUndefined()
})
