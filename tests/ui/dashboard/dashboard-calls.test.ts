import { expect, test, vi } from 'vitest'
import { createDashboardCalls, type DashboardCalls, withPrefetch } from '../../../src/ui/dashboard/dashboard-calls.ts'

const signal = new AbortController().signal

test('limits the rows per section, and requests failed icon jobs apart from other failed jobs', async () => {
  const requests: [string, unknown][] = []
  const call = (name: string) => async (input: { query?: unknown }) => void requests.push([name, input.query])
  const calls = createDashboardCalls({
    assets: { countByType: call('counts'), list: call('assets') },
    audit: { assets: call('changes') },
    jobs: { list: call('jobs') },
  } as never)
  for (const runQuery of Object.values(calls)) await runQuery(signal)
  expect(requests).toEqual([
    ['counts', {}],
    ['assets', { limit: 60, order: '-updatedAt' }],
    ['assets', { limit: 60, order: '-updatedAt', type: [] }],
    ['changes', undefined],
    ['jobs', { limit: 5, order: 'createdAt', status: ['running', 'queued'] }],
    [
      'jobs',
      { limit: 3, status: ['failed'], kind: ['import', 'morph', 'cages', 'optimise', 'purge', 'merge', 'mail'] },
    ],
    ['jobs', { limit: 3, status: ['failed'], kind: ['icon'] }],
    ['assets', { limit: 3, order: '-updatedAt', locked: 'mine' }],
  ])
})

/** Creates stubbed calls. Each call resolves with the number of times that it was called. */
function createCountingCalls() {
  const callCounts = { counts: 0, queue: 0 }
  const call = (name: keyof typeof callCounts) => async () => {
    callCounts[name] += 1
    return callCounts[name]
  }
  return { callCounts, calls: { counts: call('counts'), queue: call('queue') } as unknown as DashboardCalls }
}

test('serves the prefetched response once, then requests again', async () => {
  const { callCounts, calls } = createCountingCalls()
  const prefetched = withPrefetch(calls, ['counts'])
  expect(callCounts).toEqual({ counts: 1, queue: 0 })
  expect([await prefetched.counts(signal), await prefetched.counts(signal)]).toEqual([1, 2])
  expect(await prefetched.queue(signal)).toBe(1)
})

test('ignores an expired prefetch', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { calls } = createCountingCalls()
  const prefetched = withPrefetch(calls, ['counts'])
  vi.advanceTimersByTime(5_000)
  expect(await prefetched.counts(signal)).toBe(2)
})

test('rejects the call after a failed prefetch; an unused failed prefetch causes no unhandled rejection', async () => {
  const fail = async () => Promise.reject(new Error('no'))
  const prefetched = withPrefetch({ counts: fail, queue: fail } as unknown as DashboardCalls, ['counts', 'queue'])
  await expect(prefetched.counts(signal)).rejects.toThrow('no')
})
