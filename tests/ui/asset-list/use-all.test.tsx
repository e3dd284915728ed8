// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import type { ListPage } from '../../../src/api/contract/list.ts'
import { useAll, useBoth } from '../../../src/ui/asset-list/use-all.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'

interface Asked {
  query: unknown
  signal: AbortSignal
  answer: (hasNextPage: boolean, ...data: string[]) => Promise<void>
  fail: () => Promise<void>
}

const kept = createCache()
let asked: Asked[]
beforeEach(() => {
  asked = []
  kept.clear()
})
afterEach(cleanup)

const load = ({ query }: { query: unknown }, { signal }: { signal: AbortSignal }) =>
  new Promise<ListPage<string>>((resolve, reject) =>
    asked.push({
      query,
      signal,
      answer: (hasNextPage, ...data) =>
        act(async () =>
          resolve({ data, pagination: { page: 1, limit: 100, totalDocs: data.length, totalPages: 1, hasNextPage } }),
        ),
      fail: () => act(async () => reject(new Error('gone'))),
    }),
  )

function show(first: boolean) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtelierContext value={{ kept } as unknown as Atelier}>{children}</AtelierContext>
  )
  const { result, rerender, unmount } = renderHook((may: boolean) => useAll('tags', may ? load : null), {
    wrapper,
    initialProps: first,
  })
  return { all: () => result.current, change: rerender, leave: unmount }
}

test('all pages are asked for one after the other, and all is known once the last is there', async () => {
  const { all } = show(true)
  await asked[0]!.answer(true, 'autumn')
  expect(all()).toBe(undefined)
  await asked[1]!.answer(false, 'winter')
  expect(all()).toEqual(['autumn', 'winter'])
  expect(asked.map(({ query }) => query)).toEqual([
    { page: 1, limit: 100, order: 'name' },
    { page: 2, limit: 100, order: 'name' },
  ])
})

test('who may not see it asks for nothing, and who may no longer keeps nothing of it', async () => {
  const { all, change } = show(false)
  expect([all(), asked.length]).toEqual([undefined, 0])
  change(true)
  await asked[0]!.answer(false, 'autumn')
  expect(all()).toEqual(['autumn'])
  change(false)
  expect(all()).toBe(undefined)
})

test('where it cannot be had it stays unknown', async () => {
  const { all } = show(true)
  await asked[0]!.fail()
  expect(all()).toBe(undefined)
})

test('a list that is left gives it up, and one that is come back to has it at once and asks anew', async () => {
  const first = show(true)
  first.leave()
  expect(asked[0]!.signal.aborted).toBe(true)
  await asked[0]!.answer(false, 'autumn')
  const second = show(true)
  expect(second.all()).toBe(undefined)
  await asked[1]!.answer(false, 'winter')
  second.leave()
  const third = show(true)
  expect(third.all()).toEqual(['winter'])
  await asked[2]!.answer(false, 'spring')
  expect(third.all()).toEqual(['spring'])
})

test('two kinds are known at once, and one that cannot be had keeps nobody from the other', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtelierContext value={{ kept } as unknown as Atelier}>{children}</AtelierContext>
  )
  const both = () => renderHook(() => useBoth(['applications', load], ['tags', load]), { wrapper })
  const { result, unmount } = both()
  await asked[1]!.answer(false, 'winter')
  expect(result.current).toEqual([undefined, undefined])
  await asked[0]!.answer(false, 'shop')
  expect(result.current).toEqual([['shop'], ['winter']])
  unmount()
  kept.clear()
  const { result: other } = both()
  await asked[2]!.answer(false, 'shop')
  await asked[3]!.fail()
  expect(other.current).toEqual([['shop'], undefined])
})
