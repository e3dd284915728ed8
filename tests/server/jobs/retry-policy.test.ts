import { describe, expect, test } from 'vitest'
import { getRetryPolicy, retryWaitMs } from '../../../server/jobs/retry-policy.ts'

describe('the wait before the next attempt', () => {
  test('grows from one second to 64 seconds, and there is none after the fifth attempt', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((attempt) => retryWaitMs(attempt, 0, 0.5, getRetryPolicy('icon')))
    expect(waits).toEqual([1000, 4000, 16_000, 64_000, undefined, undefined])
  })

  test('of an email grows to 15 minutes, for 102 attempts', () => {
    const waits = [1, 5, 6, 101, 102].map((attempt) => retryWaitMs(attempt, 0, 0.5, getRetryPolicy('mail')))
    expect(waits).toEqual([1000, 256_000, 900_000, 900_000, undefined])
  })

  test('varies by up to 50 %', () => {
    expect([retryWaitMs(2, 0, 0), retryWaitMs(2, 0, 1)]).toEqual([2000, 6000])
  })

  test('does not exist once three child processes have crashed', () => {
    expect([2, 3, 4].map((kills) => retryWaitMs(1, kills, 0.5))).toEqual([1000, undefined, undefined])
  })
})
