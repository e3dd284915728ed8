// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { FinishedJobs } from '../../../src/ui/watch/FinishedJobs.tsx'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

window.scrollTo = () => {}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const job = (id: string, status: Job['status'], name = `Boot ${id}`): Job => ({
  id,
  kind: 'icon',
  status,
  progress: 1,
  attempts: 1,
  asset: { id: `asset-${id}`, name, type: 'footwear' },
  createdAt: '2026-11-01T08:00:00.000Z',
})

async function show(stands: Record<string, Job | undefined>) {
  const asked: string[] = []
  let tell: (id: string, isAlive: boolean) => void = () => {}
  const get = async ({ id }: { id: string }) => {
    asked.push(id)
    const found = stands[id]
    if (!found) throw new ApiError('http', 'jobs', { status: 404 })
    return found
  }
  const atelier = {
    language: 'en',
    translate: translateIn('en'),
    calls: { jobs: { get } },
    askedJobs: (listener: typeof tell) => {
      tell = listener
      return () => {}
    },
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: FinishedJobs }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(
    <AtelierContext value={atelier as never}>
      <RouterProvider router={router as never} />
    </AtelierContext>,
  )
  await passes(0)
  return { asked, router, asks: (id: string, isAlive = true) => act(async () => tell(id, isAlive)) }
}
const passes = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  // What shows it is fetched with the first that there is to tell.
  await act(() => vi.dynamicImportSettled())
  await act(() => vi.advanceTimersByTimeAsync(0))
}
const texts = () => screen.queryAllByRole('alertdialog').map(({ textContent }) => textContent)

test('nothing is asked while no job of one’s own is alive', async () => {
  const { asked } = await show({})
  await passes(60_000)
  expect(asked).toEqual([])
})

test('one that ended is told by its name, with a way to its asset, and asked about no more', async () => {
  const stands: Record<string, Job> = { a: job('a', 'running') }
  const { asked, asks, router } = await show(stands)
  await asks('a')
  await passes(3000)
  expect(texts()).toEqual([])
  stands['a'] = job('a', 'done')
  await passes(3000)
  expect(texts()).toEqual([expect.stringContaining('Icon done: Boot a')])
  await act(async () => screen.getByRole('button', { name: 'View' }).click())
  expect(router.history.location.pathname).toBe('/assets/asset-a')
  await passes(60_000)
  expect(asked).toEqual(['a', 'a'])
})

test('several are told in sum, those that failed apart, and what is there no more not at all', async () => {
  const { asks } = await show({ a: job('a', 'done'), b: job('b', 'done'), c: job('c', 'failed') })
  for (const id of ['a', 'b', 'c', 'gone']) await asks(id)
  await passes(3000)
  expect(texts().toSorted()).toEqual([
    expect.stringContaining('2 jobs done'),
    expect.stringContaining('Icon failed: Boot c'),
  ])
})

test('what one ended oneself is not told', async () => {
  const { asks } = await show({ a: job('a', 'failed') })
  await asks('a')
  await asks('a', false)
  await passes(10_000)
  expect(texts()).toEqual([])
})
