// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { FinishedJobsNotifier } from '../../../src/ui/watch/FinishedJobsNotifier.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

beforeEach(() => {
  vi.useFakeTimers()
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

async function show(jobs: Record<string, Job | undefined>) {
  const requests: string[] = []
  let notify: (id: string, isAlive: boolean) => void = () => {}
  const get = async ({ id }: { id: string }) => {
    requests.push(id)
    const found = jobs[id]
    if (!found) throw new ApiError('http', 'jobs', { status: 404 })
    return found
  }
  const atelier = {
    language: 'en',
    translate: createTranslateFor('en'),
    shellCalls: { jobs: { get } },
    localJobs: (listener: typeof notify) => {
      notify = listener
      return () => {}
    },
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: FinishedJobsNotifier }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(
    <AtelierContext value={atelier as never}>
      <RouterProvider router={router as never} />
    </AtelierContext>,
  )
  await passTime(0)
  return { requests, router, trackJob: (id: string, isAlive = true) => act(async () => notify(id, isAlive)) }
}
const passTime = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  // The toasts' code is loaded when the first job finishes.
  await act(() => vi.dynamicImportSettled())
  await act(() => vi.advanceTimersByTimeAsync(0))
}
const texts = () => screen.queryAllByRole('alertdialog').map(({ textContent }) => textContent)

test('polls nothing without active jobs', async () => {
  const { requests } = await show({})
  await passTime(60_000)
  expect(requests).toEqual([])
})

test('reports a finished job by name with a link to its asset, and stops polling the job', async () => {
  const jobs: Record<string, Job> = { a: job('a', 'running') }
  const { requests, trackJob, router } = await show(jobs)
  await trackJob('a')
  await passTime(3000)
  expect(texts()).toEqual([])
  jobs['a'] = job('a', 'done')
  await passTime(3000)
  expect(texts()).toEqual([expect.stringContaining('Icon done: Boot a')])
  await act(async () => screen.getByRole('button', { name: 'View' }).click())
  expect(router.history.location.pathname).toBe('/assets/asset-a')
  await passTime(60_000)
  expect(requests).toEqual(['a', 'a'])
})

test('reports several jobs as a count, failures separately, and deleted jobs not at all', async () => {
  const { trackJob } = await show({ a: job('a', 'done'), b: job('b', 'done'), c: job('c', 'failed') })
  for (const id of ['a', 'b', 'c', 'gone']) await trackJob(id)
  await passTime(3000)
  expect(texts().toSorted()).toEqual([
    expect.stringContaining('2 jobs done'),
    expect.stringContaining('Icon failed: Boot c'),
  ])
})

test('does not report a job the user cancelled', async () => {
  const { trackJob } = await show({ a: job('a', 'failed') })
  await trackJob('a')
  await trackJob('a', false)
  await passTime(10_000)
  expect(texts()).toEqual([])
})
