// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { ListPage } from '../../src/api/contract/list.ts'
import { createQueryCache } from '../../src/api/query-cache.ts'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import { useAllPages, useAllPagesOfTwo } from '../../src/ui/use-all-pages.ts'

interface PendingRequest {
  query: unknown
  signal: AbortSignal
  respond: (hasNextPage: boolean, ...data: string[]) => Promise<void>
  fail: () => Promise<void>
}

const cache = createQueryCache()
let requests: PendingRequest[]
beforeEach(() => {
  requests = []
  cache.clear()
})

const load = ({ query }: { query: unknown }, { signal }: { signal: AbortSignal }) =>
  new Promise<ListPage<string>>((resolve, reject) =>
    requests.push({
      query,
      signal,
      respond: (hasNextPage, ...data) =>
        act(async () =>
          resolve({ data, pagination: { page: 1, limit: 100, totalDocs: data.length, totalPages: 1, hasNextPage } }),
        ),
      fail: () => act(async () => reject(new Error('gone'))),
    }),
  )

function show(first: boolean) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtelierContext value={{ cache } as unknown as Atelier}>{children}</AtelierContext>
  )
  const { result, rerender, unmount } = renderHook(
    (isAllowed: boolean) => useAllPages('tags', isAllowed ? load : null),
    {
      wrapper,
      initialProps: first,
    },
  )
  return { all: () => result.current, change: rerender, leave: unmount }
}

test('loads the pages one after another, and returns all rows after the last page', async () => {
  const { all } = show(true)
  await requests[0]!.respond(true, 'autumn')
  expect(all()).toBe(undefined)
  await requests[1]!.respond(false, 'winter')
  expect(all()).toEqual(['autumn', 'winter'])
  expect(requests.map(({ query }) => query)).toEqual([
    { page: 1, limit: 100, order: 'name' },
    { page: 2, limit: 100, order: 'name' },
  ])
})

test('requests nothing without permission, and drops the rows when the permission is withdrawn', async () => {
  const { all, change } = show(false)
  expect([all(), requests.length]).toEqual([undefined, 0])
  change(true)
  await requests[0]!.respond(false, 'autumn')
  expect(all()).toEqual(['autumn'])
  change(false)
  expect(all()).toBe(undefined)
})

test('useAllPages returns undefined after a failed request', async () => {
  const { all } = show(true)
  await requests[0]!.fail()
  expect(all()).toBe(undefined)
})

test('aborts the request on unmount; the next mount returns cached rows and revalidates them', async () => {
  const first = show(true)
  first.leave()
  expect(requests[0]!.signal.aborted).toBe(true)
  await requests[0]!.respond(false, 'autumn')
  const second = show(true)
  expect(second.all()).toBe(undefined)
  await requests[1]!.respond(false, 'winter')
  second.leave()
  const third = show(true)
  expect(third.all()).toEqual(['winter'])
  await requests[2]!.respond(false, 'spring')
  expect(third.all()).toEqual(['spring'])
})

test('useAllPagesOfTwo returns two lists together, or one list and undefined if a request fails', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtelierContext value={{ cache } as unknown as Atelier}>{children}</AtelierContext>
  )
  const both = () => renderHook(() => useAllPagesOfTwo(['applications', load], ['tags', load]), { wrapper })
  const { result, unmount } = both()
  await requests[1]!.respond(false, 'winter')
  expect(result.current).toEqual([undefined, undefined])
  await requests[0]!.respond(false, 'shop')
  expect(result.current).toEqual([['shop'], ['winter']])
  unmount()
  cache.clear()
  const { result: other } = both()
  await requests[2]!.respond(false, 'shop')
  await requests[3]!.fail()
  expect(other.current).toEqual([['shop'], undefined])
})
