// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryCache } from '../../src/api/query-cache.ts'
import { type Atelier, AtelierContext } from '../../src/ui/context.ts'
import { type QueryOptions, useQuery } from '../../src/ui/use-query.ts'

interface PendingRequest {
  key: string
  signal: AbortSignal
  respond: (text: string) => Promise<void>
  fail: () => Promise<void>
}

const cache = createQueryCache()
let requests: PendingRequest[]
let states: string[]
beforeEach(() => {
  requests = []
  states = []
  cache.clear()
  vi.useFakeTimers()
})

const queryFn = (key: string, signal: AbortSignal) =>
  new Promise<string>((resolve, reject) =>
    requests.push({
      key,
      signal,
      respond: (text) => act(async () => resolve(text)),
      fail: () => act(async () => reject(new Error('gone'))),
    }),
  )

function View(options: Omit<QueryOptions<string>, 'queryFn'>) {
  const { data, latestData, error, isBusy, refetch } = useQuery({ queryFn, inspectorLabel: 'a', ...options })
  const state = [data ?? '–', latestData ?? '–', error === null ? '–' : String(error), isBusy ? 'busy' : 'still'].join(
    ' ',
  )
  states.push(state)
  return (
    <>
      <p>{state}</p>
      <button type="button" onClick={refetch}>
        again
      </button>
    </>
  )
}

const shownState = () => screen.getByRole('paragraph').textContent
const pressRefetch = () => act(async () => screen.getByRole('button').click())

function show(first: Omit<QueryOptions<string>, 'queryFn'>) {
  const view = (options: typeof first) => (
    <AtelierContext value={{ cache } as unknown as Atelier}>
      <View {...options} />
    </AtelierContext>
  )
  const { rerender, unmount } = render(view(first))
  return { change: (options: typeof first) => rerender(view(options)), leave: unmount }
}

test('runs a query and returns its response', async () => {
  show({ queryKey: 'moss' })
  expect(shownState()).toBe('– – – busy')
  await requests[0]!.respond('green')
  expect(shownState()).toBe('green green – still')
  expect(requests.map(({ key }) => key)).toEqual(['moss'])
})

test('aborts the request of the previous key on a key change, and ignores its late response', async () => {
  const { change } = show({ queryKey: 'moss' })
  change({ queryKey: 'fern' })
  expect(requests.map(({ key, signal }) => [key, signal.aborted])).toEqual([
    ['moss', true],
    ['fern', false],
  ])
  await requests[0]!.respond('of moss')
  expect(shownState()).toBe('– – – busy')
  await requests[1]!.respond('of fern')
  await requests[0]!.respond('of moss')
  expect(shownState()).toBe('of fern of fern – still')
})

test('returns the previous response after a key change only as latestData, until the new response arrives', async () => {
  const { change } = show({ queryKey: 'moss' })
  await requests[0]!.respond('of moss')
  change({ queryKey: 'fern' })
  expect(shownState()).toBe('– of moss – busy')
  await requests[1]!.respond('of fern')
  expect(shownState()).toBe('of fern of fern – still')
})

test('returns an error until a retry succeeds', async () => {
  show({ queryKey: 'moss' })
  await requests[0]!.fail()
  expect(shownState()).toBe('– – Error: gone still')
  await pressRefetch()
  expect(shownState()).toBe('– – Error: gone busy')
  await requests[1]!.respond('green')
  expect(shownState()).toBe('green green – still')
})

test('clears the error of a failed request as soon as the key changes', async () => {
  const { change } = show({ queryKey: 'moss' })
  await requests[0]!.fail()
  states = []
  change({ queryKey: 'fern' })
  expect(new Set(states)).toEqual(new Set(['– – – busy']))
})

test('aborts the request and returns no data when the key becomes null', async () => {
  const { change } = show({ queryKey: 'moss' })
  change({ queryKey: null })
  expect(requests[0]!.signal.aborted).toBe(true)
  await requests[0]!.respond('green')
  expect(shownState()).toBe('– – – still')
})

test('requests nothing without a key', async () => {
  const { change } = show({ queryKey: null })
  expect([shownState(), requests.length]).toEqual(['– – – still', 0])
  change({ queryKey: 'moss' })
  expect([shownState(), requests.length]).toEqual(['– – – busy', 1])
})

test('debounces key changes: requests only the last key after the delay', async () => {
  const { change } = show({ queryKey: null, debounceMs: 250 })
  change({ queryKey: 'mo', debounceMs: 250 })
  act(() => void vi.advanceTimersByTime(200))
  change({ queryKey: 'moss', debounceMs: 250 })
  act(() => void vi.advanceTimersByTime(200))
  expect([shownState(), requests.length]).toEqual(['– – – busy', 0])
  act(() => void vi.advanceTimersByTime(50))
  expect(requests.map(({ key }) => key)).toEqual(['moss'])
})

test('aborts the request on unmount and does not cache its response', async () => {
  const { leave } = show({ queryKey: 'moss', cacheName: 'plants' })
  leave()
  expect(requests[0]!.signal.aborted).toBe(true)
  await requests[0]!.respond('green')
  expect(cache.get('query/plants/moss')).toBe(undefined)
})

test('shows a cached response in the first render, and revalidates the response', async () => {
  const { leave } = show({ queryKey: 'moss', cacheName: 'plants' })
  await requests[0]!.respond('green')
  leave()
  show({ queryKey: 'moss', cacheName: 'plants' })
  expect(shownState()).toBe('green green – busy')
  await requests[1]!.respond('greener')
  expect(shownState()).toBe('greener greener – still')
})

test('shows a cached response immediately when the key changes back to an earlier key', async () => {
  const { change } = show({ queryKey: 'moss', cacheName: 'plants' })
  await requests[0]!.respond('green')
  change({ queryKey: 'fern', cacheName: 'plants' })
  await requests[1]!.respond('dark')
  change({ queryKey: 'moss', cacheName: 'plants' })
  expect(shownState()).toBe('green green – busy')
})

test('shows no cached response after the cache is cleared, which happens when the user changes', async () => {
  const { leave } = show({ queryKey: 'moss', cacheName: 'plants' })
  await requests[0]!.respond('green')
  leave()
  cache.clear()
  show({ queryKey: 'moss', cacheName: 'plants' })
  expect(shownState()).toBe('– – – busy')
})

test('caches nothing without a cache name', async () => {
  const { leave } = show({ queryKey: 'moss' })
  await requests[0]!.respond('green')
  leave()
  show({ queryKey: 'moss' })
  expect(shownState()).toBe('– – – busy')
})

test('returns the response although strict mode runs effects twice', async () => {
  render(
    <StrictMode>
      <AtelierContext value={{} as Atelier}>
        <View queryKey="moss" />
      </AtelierContext>
    </StrictMode>,
  )
  await requests.at(-1)!.respond('green')
  expect(shownState()).toBe('green green – still')
})

test('refetch calls the queryFn of the latest render', async () => {
  const view = (suffix: string) => (
    <AtelierContext value={{} as Atelier}>
      <Newest suffix={suffix} />
    </AtelierContext>
  )
  const { rerender } = render(view(' one'))
  await act(async () => {})
  rerender(view(' two'))
  await pressRefetch()
  expect(screen.getByRole('button').textContent).toBe('moss two')
})

function Newest({ suffix }: { suffix: string }) {
  const { data, refetch } = useQuery({ inspectorLabel: 'a', queryKey: 'moss', queryFn: async (text) => text + suffix })
  return (
    <button type="button" onClick={refetch}>
      {data}
    </button>
  )
}
