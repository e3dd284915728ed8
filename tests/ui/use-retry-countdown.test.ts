// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import { RETRY_DELAYS_S, useRetryCountdown } from '../../src/ui/use-retry-countdown.ts'

beforeEach(() => vi.useFakeTimers())

const UNREACHABLE = new ApiError('FETCH_ERROR', 'assets')
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))
function renderCountdown() {
  const retry = vi.fn()
  const hook = renderHook(
    ({ error, isBusy }: { error: unknown; isBusy: boolean }) => useRetryCountdown(error, isBusy, retry),
    {
      initialProps: { error: null as unknown, isBusy: false },
    },
  )
  return { retry, ...hook }
}

test('counts down to each of five retries with growing delays, then stops', () => {
  const { retry, result, rerender } = renderCountdown()
  expect(result.current).toBe(undefined)
  const delays: (number | undefined)[] = []
  for (let tries = 0; tries < RETRY_DELAYS_S.length + 1; tries += 1) {
    rerender({ error: UNREACHABLE, isBusy: false })
    delays.push(result.current)
    pass(1)
    expect(result.current).toBe(delays[tries] === undefined ? undefined : delays[tries]! - 1)
    pass(60)
    rerender({ error: null, isBusy: true })
    expect(result.current).toBe(undefined)
  }
  expect(delays).toEqual([5, 10, 20, 40, 60, undefined])
  expect(retry).toHaveBeenCalledTimes(5)
})

test('restarts with the shortest delay after a success, and retries immediately when online again', () => {
  const { retry, result, rerender } = renderCountdown()
  rerender({ error: UNREACHABLE, isBusy: false })
  act(() => void dispatchEvent(new Event('online')))
  expect(retry).toHaveBeenCalledTimes(1)
  rerender({ error: null, isBusy: true })
  rerender({ error: null, isBusy: false })
  rerender({ error: UNREACHABLE, isBusy: false })
  expect(result.current).toBe(5)
})

test('does not retry errors that a retry cannot fix', () => {
  const { retry, result, rerender } = renderCountdown()
  rerender({ error: new ApiError('http', 'assets', { status: 403 }), isBusy: false })
  pass(120)
  expect([result.current, retry.mock.calls]).toEqual([undefined, []])
})
