import { expect, test, vi } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import type { ListPage, ListQuery } from '../../../src/api/contract/list.ts'
import {
  askAhead,
  askNear,
  forgetRows,
  heldRows,
  holdOnceThere,
  holdRows,
  takeAhead,
} from '../../../src/ui/list/held-rows.ts'

interface Thing {
  id: string
}
const query: ListQuery = { page: 1, limit: 10, order: {}, filter: {} }
const page: ListPage<Thing> = {
  data: [{ id: 'a' }],
  pagination: { page: 1, limit: 10, totalPages: 1, totalDocs: 1, hasNextPage: false },
}

test('what is asked ahead stands in the first picture, and is taken once', async () => {
  const kept = createCache()
  await askAhead('enter', kept, 'things', query, async () => page)
  expect(heldRows(kept, 'things', query)).toEqual(page)
  expect(await takeAhead(kept, 'things', query)).toEqual(page)
  expect(takeAhead(kept, 'things', query)).toBeUndefined()
  expect(takeAhead(kept, 'things', { ...query, page: 2 })).toBeUndefined()
})

test('rows that are held already are not asked for ahead: the list asks itself', async () => {
  const kept = createCache()
  await askAhead('enter', kept, 'things', query, async () => page)
  const loadPage = vi.fn(async () => page)
  await askAhead('enter', kept, 'things', query, loadPage)
  expect(loadPage).not.toHaveBeenCalled()
})

test('a failure is told to who takes it, and to nobody else', async () => {
  const kept = createCache()
  await askAhead('enter', kept, 'things', query, () => Promise.reject(new Error('gone')))
  expect(heldRows(kept, 'things', query)).toBeUndefined()
  await expect(takeAhead(kept, 'things', query)).rejects.toThrow('gone')
})

test('a page waits a moment for its rows and no longer, and an old answer is no answer', async () => {
  vi.useFakeTimers()
  try {
    const kept = createCache()
    let answer: (page: ListPage<Thing>) => void = () => {}
    const told = askAhead(
      'enter',
      kept,
      'things',
      query,
      () => new Promise<ListPage<Thing>>((resolve) => (answer = resolve)),
    )
    await vi.advanceTimersByTimeAsync(120)
    await told
    expect(heldRows(kept, 'things', query)).toBeUndefined()
    answer(page)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(takeAhead(kept, 'things', query)).toBeUndefined()
    expect(heldRows(kept, 'things', query)).toEqual(page)
  } finally {
    vi.useRealTimers()
  }
})

test('rows of a route that was only preloaded are held, and asked for again by the list', async () => {
  const kept = createCache()
  await askAhead('preload', kept, 'things', query, async () => page)
  expect(heldRows(kept, 'things', query)).toEqual(page)
  expect(takeAhead(kept, 'things', query)).toBeUndefined()
})

test('a route that is entered while it is preloaded is asked for once', async () => {
  const kept = createCache()
  const loadPage = vi.fn(async () => page)
  await Promise.all([
    askAhead('preload', kept, 'things', query, loadPage),
    askAhead('enter', kept, 'things', query, loadPage),
  ])
  expect(loadPage).toHaveBeenCalledOnce()
  expect(heldRows(kept, 'things', query)).toEqual(page)
  // Who entered takes it also once it is there.
  expect(await takeAhead(kept, 'things', query)).toEqual(page)
})

test('a link that led to a list asks for nothing while the list’s rows are on their way, be they taken or not', async () => {
  const kept = createCache()
  const loadPage = vi.fn(async () => page)
  const told = askAhead('enter', kept, 'things', query, loadPage)
  expect(askAhead('preload', kept, 'things', query, loadPage)).toBeUndefined()
  const taken = takeAhead(kept, 'things', query)
  expect(askAhead('preload', kept, 'things', query, loadPage)).toBeUndefined()
  expect(loadPage).toHaveBeenCalledOnce()
  // What one list has is no other's.
  expect(takeAhead(kept, 'things', query)).toBeUndefined()
  askAhead('enter', kept, 'things', query, loadPage)
  expect(loadPage).toHaveBeenCalledTimes(2)
  await Promise.all([told, taken])
  askAhead('preload', kept, 'others', query, loadPage)
  expect(loadPage).toHaveBeenCalledTimes(3)
})

test('a preload that failed is no answer to who enters', async () => {
  const kept = createCache()
  await askAhead('preload', kept, 'things', query, () => Promise.reject(new Error('gone')))
  await askAhead('enter', kept, 'things', query, async () => page)
  expect(await takeAhead(kept, 'things', query)).toEqual(page)
})

test('a preload that is long on its way is no answer to who enters', async () => {
  const kept = createCache()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  try {
    askAhead('preload', kept, 'things', query, () => new Promise<typeof page>(() => {}))
    now.mockReturnValue(5_001)
    await askAhead('enter', kept, 'things', query, async () => page)
    expect(await takeAhead(kept, 'things', query)).toEqual(page)
  } finally {
    now.mockRestore()
  }
})

test('nothing is asked for a route that stays, and nothing held for who has left', async () => {
  const kept = createCache()
  const loadPage = vi.fn(async () => page)
  expect(askAhead('stay', kept, 'things', query, loadPage)).toBeUndefined()
  expect(loadPage).not.toHaveBeenCalled()
  const told = askAhead('enter', kept, 'things', query, loadPage)
  kept.clear()
  await told
  expect([heldRows(kept, 'things', query), takeAhead(kept, 'things', query)]).toEqual([undefined, undefined])
})

test('without a place to keep it nothing is asked', async () => {
  const loadPage = vi.fn(async () => page)
  await askAhead('enter', undefined, 'things', query, loadPage)
  expect(loadPage).not.toHaveBeenCalled()
})

test('rows that somebody is about to ask for are asked for once, held, and no answer a moment later', async () => {
  vi.useFakeTimers()
  try {
    const kept = createCache()
    let answer: (page: ListPage<Thing>) => void = () => {}
    const loadPage = vi.fn(() => new Promise<ListPage<Thing>>((resolve) => (answer = resolve)))
    askNear(kept, 'things', query, loadPage)
    askNear(kept, 'things', query, loadPage)
    expect(loadPage).toHaveBeenCalledTimes(1)
    // Who asks while they are on their way waits for them.
    const taken = takeAhead(kept, 'things', query)
    answer(page)
    expect(await taken).toEqual(page)
    askNear(kept, 'things', { ...query, page: 2 }, async () => page)
    await vi.advanceTimersByTimeAsync(251)
    expect(heldRows(kept, 'things', { ...query, page: 2 })).toEqual(page)
    expect(takeAhead(kept, 'things', { ...query, page: 2 })).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('rows asked for near that are long on their way are waited for, not asked for again', async () => {
  vi.useFakeTimers()
  try {
    const kept = createCache()
    let answer: (page: ListPage<Thing>) => void = () => {}
    const loadPage = vi.fn(() => new Promise<ListPage<Thing>>((resolve) => (answer = resolve)))
    askNear(kept, 'things', query, loadPage)
    await vi.advanceTimersByTimeAsync(2_000)
    askNear(kept, 'things', query, loadPage)
    expect(loadPage).toHaveBeenCalledTimes(1)
    const taken = takeAhead(kept, 'things', query)
    answer(page)
    expect(await taken).toEqual(page)
  } finally {
    vi.useRealTimers()
  }
})

test('what is held of a list, or under way for it, is forgotten with a change of its rows; others keep theirs', async () => {
  const kept = createCache()
  let answer: (page: ListPage<Thing>) => void = () => {}
  holdRows(kept, 'things', query, page)
  holdRows(kept, 'others', query, page)
  askNear(kept, 'things', { ...query, page: 2 }, () => new Promise<ListPage<Thing>>((resolve) => (answer = resolve)))
  forgetRows(kept, 'things')
  expect(heldRows(kept, 'things', query)).toBeUndefined()
  expect(takeAhead(kept, 'things', { ...query, page: 2 })).toBeUndefined()
  expect(heldRows(kept, 'others', query)).toEqual(page)
  answer(page)
  await Promise.resolve()
  expect(heldRows(kept, 'things', { ...query, page: 2 })).toBeUndefined()
  holdRows(kept, 'things', query, page)
  expect(heldRows(kept, 'things', query)).toEqual(page)
})

test('the page behind is held once it is there, unless rows were changed while it was on its way', async () => {
  const kept = createCache()
  await holdOnceThere(kept, 'things', query, Promise.resolve(page))
  expect(heldRows(kept, 'things', query)).toEqual(page)
  let answer: (page: ListPage<Thing>) => void = () => {}
  const held = holdOnceThere(kept, 'things', query, new Promise<ListPage<Thing>>((resolve) => (answer = resolve)))
  forgetRows(kept, 'things')
  answer(page)
  await held
  expect(heldRows(kept, 'things', query)).toBeUndefined()
})
