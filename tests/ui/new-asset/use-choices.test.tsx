// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { type ChoicePage, useChoices } from '../../../src/ui/new-asset/use-choices.ts'

interface PendingRequest {
  search: string
  signal: AbortSignal
  respond: (hasMore: boolean, ...labels: string[]) => Promise<void>
  fail: () => Promise<void>
}

const cache = createQueryCache()
let requests: PendingRequest[]
beforeEach(() => {
  requests = []
  cache.clear()
  vi.useFakeTimers()
})

const load = (search: string, signal: AbortSignal) =>
  new Promise<ChoicePage>((resolve, reject) =>
    requests.push({
      search,
      signal,
      respond: (hasMore, ...labels) =>
        act(async () => resolve({ items: labels.map((label) => ({ id: label[0]!, label })), hasMore })),
      fail: () => act(async () => reject(new Error('gone'))),
    }),
  )

function show() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtelierContext value={{ cache } as unknown as Atelier}>{children}</AtelierContext>
  )
  const { result, unmount } = renderHook(() => useChoices('tags', load), { wrapper })
  return {
    labels: () => result.current.items.map(({ label }) => label),
    chosen: (...ids: string[]) => result.current.chosen(ids).map(({ label }) => label),
    choose: (...ids: string[]) => act(() => result.current.choose(ids)),
    type: (text: string) => act(() => result.current.search(text)),
    leave: unmount,
  }
}
const passDebounce = () => act(() => vi.advanceTimersByTimeAsync(150))
const searches = () => requests.map(({ search }) => search)

test('offers all options of a short list and requests nothing on typing', async () => {
  const { labels, chosen, type } = show()
  expect([labels(), chosen('m')]).toEqual([[], ['m']])
  await requests[0]!.respond(false, 'moss', 'fern')
  type('mo')
  await passDebounce()
  expect([searches(), labels(), chosen('m', 'x')]).toEqual([[''], ['moss', 'fern'], ['moss', 'x']])
})

test('debounces the search in a long list, and keeps the previous results until new results arrive', async () => {
  const { labels, type } = show()
  await requests[0]!.respond(true, 'moss', 'fern')
  type('a')
  type('al')
  await passDebounce()
  expect([searches(), labels()]).toEqual([
    ['', 'al'],
    ['moss', 'fern'],
  ])
  await requests[1]!.respond(false, 'alder')
  type('alo')
  await passDebounce()
  expect(labels()).toEqual(['alder'])
  await requests[2]!.respond(false, 'aloe')
  expect(labels()).toEqual(['aloe'])
  type('')
  expect(labels()).toEqual(['moss', 'fern'])
})

test('ignores late results of a previous search', async () => {
  const { labels, type } = show()
  await requests[0]!.respond(true, 'moss')
  type('al')
  await passDebounce()
  type('be')
  await passDebounce()
  await requests[2]!.respond(false, 'beech')
  await requests[1]!.respond(false, 'alder')
  expect([labels(), requests[1]!.signal.aborted]).toEqual([['beech'], true])
})

test('keeps the labels of selected options across searches', async () => {
  const { chosen, choose, type } = show()
  await requests[0]!.respond(true, 'moss')
  type('al')
  await passDebounce()
  await requests[1]!.respond(false, 'alder')
  choose('m', 'a')
  type('be')
  await passDebounce()
  await requests[2]!.respond(false, 'beech')
  expect(chosen('m', 'a', 'b')).toEqual(['moss', 'alder', 'beech'])
})

test('offers no options after a failed load, and loads again on the next keystroke', async () => {
  const { labels, type } = show()
  await requests[0]!.fail()
  expect(labels()).toEqual([])
  type('m')
  expect(searches()).toEqual(['', ''])
  await requests[1]!.respond(false, 'moss')
  await passDebounce()
  expect([labels(), searches()]).toEqual([['moss'], ['', '']])
})

test('keeps the options after a failed search and searches on the next keystroke', async () => {
  const { labels, type } = show()
  await requests[0]!.respond(true, 'moss')
  type('a')
  await passDebounce()
  await requests[1]!.fail()
  expect(labels()).toEqual(['moss'])
  type('al')
  await passDebounce()
  await requests[2]!.respond(false, 'alder')
  expect(labels()).toEqual(['alder'])
})

test('shows cached options in the next form and revalidates them, but shows none to the next user', async () => {
  const first = show()
  await requests[0]!.respond(false, 'moss')
  first.leave()
  const second = show()
  expect([second.labels(), searches()]).toEqual([['moss'], ['', '']])
  second.leave()
  expect(requests[1]!.signal.aborted).toBe(true)
  cache.clear()
  await requests[1]!.respond(false, 'moss')
  expect(show().labels()).toEqual([])
})
