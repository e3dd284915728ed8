// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { RETRY_AFTER_S, useCountdown } from '../../../src/ui/shell/use-countdown.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const OUT = new ApiError('FETCH_ERROR', 'assets')
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))
function count() {
  const retry = vi.fn()
  const hook = renderHook(
    ({ error, isBusy }: { error: unknown; isBusy: boolean }) => useCountdown(error, isBusy, retry),
    {
      initialProps: { error: null as unknown, isBusy: false },
    },
  )
  return { retry, ...hook }
}

test('it counts down to each try, waits longer each time, and ends after the last', () => {
  const { retry, result, rerender } = count()
  expect(result.current).toBe(undefined)
  const waits: (number | undefined)[] = []
  for (let tries = 0; tries < RETRY_AFTER_S.length + 1; tries += 1) {
    rerender({ error: OUT, isBusy: false })
    waits.push(result.current)
    pass(1)
    expect(result.current).toBe(waits[tries] === undefined ? undefined : waits[tries]! - 1)
    pass(60)
    rerender({ error: null, isBusy: true })
    expect(result.current).toBe(undefined)
  }
  expect(waits).toEqual([5, 10, 20, 40, 60, undefined])
  expect(retry).toHaveBeenCalledTimes(5)
})

test('what succeeded begins anew, and being online again tries at once', () => {
  const { retry, result, rerender } = count()
  rerender({ error: OUT, isBusy: false })
  act(() => void dispatchEvent(new Event('online')))
  expect(retry).toHaveBeenCalledTimes(1)
  rerender({ error: null, isBusy: true })
  rerender({ error: null, isBusy: false })
  rerender({ error: OUT, isBusy: false })
  expect(result.current).toBe(5)
})

test('what trying again would not mend is not tried', () => {
  const { retry, result, rerender } = count()
  rerender({ error: new ApiError('http', 'assets', { status: 403 }), isBusy: false })
  pass(120)
  expect([result.current, retry.mock.calls]).toEqual([undefined, []])
})
