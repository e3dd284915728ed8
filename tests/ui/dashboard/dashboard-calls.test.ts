import { afterEach, expect, test, vi } from 'vitest'
import { askedAhead, type DashboardCalls, dashboardCalls } from '../../../src/ui/dashboard/dashboard-calls.ts'

afterEach(() => vi.useRealTimers())

const signal = new AbortController().signal

test('each question asks for no more than is shown, failed jobs apart from models that were not drawn', async () => {
  const asked: [string, unknown][] = []
  const call = (name: string) => async (input: { query?: unknown }) => void asked.push([name, input.query])
  const calls = dashboardCalls({
    assets: { countByType: call('counts'), list: call('assets') },
    audit: { assets: call('changes') },
    jobs: { list: call('jobs') },
  } as never)
  for (const ask of Object.values(calls)) await ask(signal)
  expect(asked).toEqual([
    ['counts', {}],
    ['assets', { limit: 60, order: '-updatedAt' }],
    ['assets', { limit: 60, order: '-updatedAt', type: [] }],
    ['changes', undefined],
    ['jobs', { limit: 5, order: 'createdAt', status: ['running', 'queued'] }],
    ['jobs', { limit: 3, status: ['failed'], kind: ['import', 'morph', 'cages', 'optimise', 'purge', 'merge'] }],
    ['jobs', { limit: 3, status: ['failed'], kind: ['icon'] }],
    ['assets', { limit: 3, order: '-updatedAt', locked: 'mine' }],
  ])
})

/** Calls that count, and answer by which time it was. */
function counting() {
  const times = { counts: 0, queue: 0 }
  const call = (name: keyof typeof times) => async () => {
    times[name] += 1
    return times[name]
  }
  return { times, calls: { counts: call('counts'), queue: call('queue') } as unknown as DashboardCalls }
}

test('what is asked ahead answers who asks first; who asks again has it asked anew', async () => {
  const { times, calls } = counting()
  const ahead = askedAhead(calls, ['counts'])
  expect(times).toEqual({ counts: 1, queue: 0 })
  expect([await ahead.counts(signal), await ahead.counts(signal)]).toEqual([1, 2])
  expect(await ahead.queue(signal)).toBe(1)
})

test('what was asked ahead too long ago is asked anew', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { calls } = counting()
  const ahead = askedAhead(calls, ['counts'])
  vi.advanceTimersByTime(5_000)
  expect(await ahead.counts(signal)).toBe(2)
})

test('what failed ahead fails for who asks, and for nobody where nobody does', async () => {
  const fail = async () => Promise.reject(new Error('no'))
  const ahead = askedAhead({ counts: fail, queue: fail } as unknown as DashboardCalls, ['counts', 'queue'])
  await expect(ahead.counts(signal)).rejects.toThrow('no')
})
