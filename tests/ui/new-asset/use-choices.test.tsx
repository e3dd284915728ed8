// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { type ChoicePage, useChoices } from '../../../src/ui/new-asset/use-choices.ts'

interface Asked {
  search: string
  signal: AbortSignal
  answer: (hasMore: boolean, ...labels: string[]) => Promise<void>
  fail: () => Promise<void>
}

const kept = createCache()
let asked: Asked[]
beforeEach(() => {
  asked = []
  kept.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const load = (search: string, signal: AbortSignal) =>
  new Promise<ChoicePage>((resolve, reject) =>
    asked.push({
      search,
      signal,
      answer: (hasMore, ...labels) =>
        act(async () => resolve({ items: labels.map((label) => ({ id: label[0]!, label })), hasMore })),
      fail: () => act(async () => reject(new Error('gone'))),
    }),
  )

function show() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtelierContext value={{ kept } as unknown as Atelier}>{children}</AtelierContext>
  )
  const { result, unmount } = renderHook(() => useChoices('tags', load), { wrapper })
  return {
    offered: () => result.current.items.map(({ label }) => label),
    chosen: (...ids: string[]) => result.current.chosen(ids).map(({ label }) => label),
    choose: (...ids: string[]) => act(() => result.current.choose(ids)),
    type: (text: string) => act(() => result.current.search(text)),
    leave: unmount,
  }
}
const rest = () => act(() => vi.advanceTimersByTimeAsync(150))
const searches = () => asked.map(({ search }) => search)

test('where there is little, all of it is there at once, and typing asks for nothing', async () => {
  const { offered, chosen, type } = show()
  expect([offered(), chosen('m')]).toEqual([[], ['m']])
  await asked[0]!.answer(false, 'moss', 'fern')
  type('mo')
  await rest()
  expect([searches(), offered(), chosen('m', 'x')]).toEqual([[''], ['moss', 'fern'], ['moss', 'x']])
})

test('where there is much, what is typed is searched for once it rests; what was found stands until the next is', async () => {
  const { offered, type } = show()
  await asked[0]!.answer(true, 'moss', 'fern')
  type('a')
  type('al')
  await rest()
  expect([searches(), offered()]).toEqual([
    ['', 'al'],
    ['moss', 'fern'],
  ])
  await asked[1]!.answer(false, 'alder')
  type('alo')
  await rest()
  expect(offered()).toEqual(['alder'])
  await asked[2]!.answer(false, 'aloe')
  expect(offered()).toEqual(['aloe'])
  type('')
  expect(offered()).toEqual(['moss', 'fern'])
})

test('what is found late for what was typed before is not offered', async () => {
  const { offered, type } = show()
  await asked[0]!.answer(true, 'moss')
  type('al')
  await rest()
  type('be')
  await rest()
  await asked[2]!.answer(false, 'beech')
  await asked[1]!.answer(false, 'alder')
  expect([offered(), asked[1]!.signal.aborted]).toEqual([['beech'], true])
})

test('what is chosen keeps its label when something else is searched for', async () => {
  const { chosen, choose, type } = show()
  await asked[0]!.answer(true, 'moss')
  type('al')
  await rest()
  await asked[1]!.answer(false, 'alder')
  choose('m', 'a')
  type('be')
  await rest()
  await asked[2]!.answer(false, 'beech')
  expect(chosen('m', 'a', 'b')).toEqual(['moss', 'alder', 'beech'])
})

test('what did not come offers nothing, and is asked for again with the next letter', async () => {
  const { offered, type } = show()
  await asked[0]!.fail()
  expect(offered()).toEqual([])
  type('m')
  expect(searches()).toEqual(['', ''])
  await asked[1]!.answer(false, 'moss')
  await rest()
  expect([offered(), searches()]).toEqual([['moss'], ['', '']])
})

test('a search that failed leaves what stood, and the next letter is searched for', async () => {
  const { offered, type } = show()
  await asked[0]!.answer(true, 'moss')
  type('a')
  await rest()
  await asked[1]!.fail()
  expect(offered()).toEqual(['moss'])
  type('al')
  await rest()
  await asked[2]!.answer(false, 'alder')
  expect(offered()).toEqual(['alder'])
})

test('the next form has it at once, and asks anew; who signs in next has nothing', async () => {
  const first = show()
  await asked[0]!.answer(false, 'moss')
  first.leave()
  const second = show()
  expect([second.offered(), searches()]).toEqual([['moss'], ['', '']])
  second.leave()
  expect(asked[1]!.signal.aborted).toBe(true)
  kept.clear()
  await asked[1]!.answer(false, 'moss')
  expect(show().offered()).toEqual([])
})
