// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { InspectorButton } from '../../../src/ui/shell/InspectorButton.tsx'
import { NavItemCount } from '../../../src/ui/shell/NavItemCount.tsx'
import { QueueSummary } from '../../../src/ui/shell/QueueSummary.tsx'
import { createTranslateFor } from '../../support/translate.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
})

let notify = () => {}
const createListStub = (responses: (() => unknown)[]) => ({
  list: vi.fn(async () => {
    const [next] = responses.length > 1 ? responses.splice(0, 1) : responses
    return next!()
  }),
})
const page = (totalDocs: number, more = {}) => ({ data: [], pagination: { totalDocs, ...more } })

async function show(shellCalls: object, view: ReactNode, more = {}) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => view }),
    history: createMemoryHistory(),
  })
  await router.load()
  const atelier = {
    shellCalls,
    language: 'en',
    translate: createTranslateFor('en'),
    ...more,
    localMutations: (listener: () => void) => {
      notify = listener
      return () => {}
    },
  }
  render(
    <AtelierContext value={atelier as never}>
      <RouterProvider router={router as never} />
    </AtelierContext>,
  )
}
const countElement = () => document.querySelector('span')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('shows the row count of a page after a delay, and updates the count after a change or a minute', async () => {
  const tags = createListStub([() => page(12_480), () => page(12_481), () => page(50_000, { approximate: true })])
  await show({ tags }, <NavItemCount of="/tags" />)
  expect(countElement()).toBe(null)
  await pass(1_000)
  expect(countElement()!.textContent).toBe('12,480')
  await pass(5_000)
  expect(tags.list).toHaveBeenCalledTimes(1)
  for (const _ of [1, 2, 3]) await act(async () => notify())
  await pass(1_000)
  expect(countElement()!.textContent).toBe('12,481')
  expect(tags.list).toHaveBeenCalledTimes(2)
  await pass(60_000)
  // The request after one minute is also debounced.
  await pass(1_000)
  expect(countElement()!.textContent).toBe('≈ 50,000')
})

test('shows no row count before the first response, and keeps the last count after a failed request', async () => {
  const refuse = () => {
    throw new ApiError('FETCH_ERROR', 'tags')
  }
  const tags = createListStub([refuse, () => page(7), refuse])
  await show({ tags }, <NavItemCount of="/tags" />)
  await pass(1_000)
  expect(countElement()).toBe(null)
  await act(async () => notify())
  await pass(1_000)
  expect(countElement()!.textContent).toBe('7')
  await act(async () => notify())
  await pass(1_000)
  expect(countElement()!.textContent).toBe('7')
})

test('shows and polls the progress of the job queue while jobs run, then hides the progress', async () => {
  const activeJobs = (...all: [string, number][]) => ({
    data: all.map(([id, progress]) => ({ id, progress })),
    pagination: { totalDocs: all.length },
  })
  const jobs = createListStub([
    () => activeJobs(['a', 0.5], ['b', 0]),
    () => activeJobs(['b', 0.5], ['c', 0]),
    () => activeJobs(),
  ])
  await show({ jobs }, <QueueSummary />)
  expect(screen.queryByRole('link')).toBe(null)
  await pass(1_000)
  expect(screen.getByRole('link').textContent).toBe('Jobs0 of 2')
  expect(screen.getByRole('progressbar', { hidden: true }).getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByRole('link', { name: 'Jobs 0 of 2' })).toBeTruthy()
  await pass(3_000)
  expect(screen.getByRole('link').textContent).toBe('Jobs1 of 3')
  expect(screen.getByRole('progressbar', { hidden: true }).getAttribute('aria-valuenow')).toBe('50')
  await pass(3_000)
  expect(screen.queryByRole('link')).toBe(null)
  await pass(30_000)
  expect(jobs.list).toHaveBeenCalledTimes(3)
  await act(async () => notify())
  await pass(1_000)
  expect(jobs.list).toHaveBeenCalledTimes(4)
})

test('shows a button that opens the inspector only if the app has an inspector', async () => {
  const toggleInspector = vi.fn()
  await show({}, <InspectorButton />, { toggleInspector })
  const button = screen.getByRole('button', { name: 'Inspector' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+I')
  button.click()
  expect(toggleInspector).toHaveBeenCalledOnce()
  cleanup()
  await show({}, <InspectorButton />)
  expect(screen.queryByRole('button')).toBe(null)
})
