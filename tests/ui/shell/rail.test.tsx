// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { RailCount } from '../../../src/ui/shell/RailCount.tsx'
import { RailInspector } from '../../../src/ui/shell/RailInspector.tsx'
import { RailQueue } from '../../../src/ui/shell/RailQueue.tsx'
import { translateIn } from '../../support/translate.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let tell = () => {}
const listing = (answers: (() => unknown)[]) => ({
  list: vi.fn(async () => {
    const [next] = answers.length > 1 ? answers.splice(0, 1) : answers
    return next!()
  }),
})
const page = (totalDocs: number, more = {}) => ({ data: [], pagination: { totalDocs, ...more } })

async function show(calls: object, view: ReactNode, more = {}) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => view }),
    history: createMemoryHistory(),
  })
  await router.load()
  const atelier = {
    calls,
    language: 'en',
    translate: translateIn('en'),
    ...more,
    ownWrites: (listener: () => void) => {
      tell = listener
      return () => {}
    },
  }
  render(
    <AtelierContext value={atelier as never}>
      <RouterProvider router={router as never} />
    </AtelierContext>,
  )
}
const count = () => document.querySelector('span')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a place tells how many it has a moment after the page, and again once something was made or a minute passed', async () => {
  const tags = listing([() => page(12_480), () => page(12_481), () => page(50_000, { approximate: true })])
  await show({ tags }, <RailCount of="/tags" />)
  expect(count()).toBe(null)
  await pass(1_000)
  expect(count()!.textContent).toBe('12,480')
  await pass(5_000)
  expect(tags.list).toHaveBeenCalledTimes(1)
  // Three in a row are asked for once.
  for (const _ of [1, 2, 3]) await act(async () => tell())
  await pass(1_000)
  expect(count()!.textContent).toBe('12,481')
  expect(tags.list).toHaveBeenCalledTimes(2)
  await pass(60_000)
  // Its rest begins when the page has heard of the minute.
  await pass(1_000)
  expect(count()!.textContent).toBe('≈ 50,000')
})

test('where it cannot be asked the last number stands, and before that none', async () => {
  const refuse = () => {
    throw new ApiError('FETCH_ERROR', 'tags')
  }
  const tags = listing([refuse, () => page(7), refuse])
  await show({ tags }, <RailCount of="/tags" />)
  await pass(1_000)
  expect(count()).toBe(null)
  await act(async () => tell())
  await pass(1_000)
  expect(count()!.textContent).toBe('7')
  await act(async () => tell())
  await pass(1_000)
  expect(count()!.textContent).toBe('7')
})

test('the queue tells how far it is while there is one, is asked for again while it is at work, and goes', async () => {
  const alive = (...all: [string, number][]) => ({
    data: all.map(([id, progress]) => ({ id, progress })),
    pagination: { totalDocs: all.length },
  })
  const jobs = listing([() => alive(['a', 0.5], ['b', 0]), () => alive(['b', 0.5], ['c', 0]), () => alive()])
  await show({ jobs }, <RailQueue />)
  expect(screen.queryByRole('link')).toBe(null)
  await pass(1_000)
  expect(screen.getByRole('link').textContent).toBe('Queue0 of 2')
  expect(screen.getByRole('progressbar', { hidden: true }).getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByRole('link', { name: 'Queue 0 of 2' })).toBeTruthy()
  await pass(3_000)
  expect(screen.getByRole('link').textContent).toBe('Queue1 of 3')
  expect(screen.getByRole('progressbar', { hidden: true }).getAttribute('aria-valuenow')).toBe('50')
  await pass(3_000)
  expect(screen.queryByRole('link')).toBe(null)
  await pass(30_000)
  expect(jobs.list).toHaveBeenCalledTimes(3)
  await act(async () => tell())
  await pass(1_000)
  expect(jobs.list).toHaveBeenCalledTimes(4)
})

test('the inspector is opened from the rail, where there is one', async () => {
  const inspect = vi.fn()
  await show({}, <RailInspector />, { inspect })
  const button = screen.getByRole('button', { name: 'Inspector' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+I')
  button.click()
  expect(inspect).toHaveBeenCalledOnce()
  cleanup()
  await show({}, <RailInspector />)
  expect(screen.queryByRole('button')).toBe(null)
})
