import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCache, KEPT_MS } from '../../src/api/cache.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('an answer is kept for 60 s after its last use, not after it came', () => {
  expect(KEPT_MS).toBe(60_000)
  const cache = createCache()
  cache.put('a', [1])
  vi.advanceTimersByTime(KEPT_MS - 1)
  expect(cache.get('a')).toEqual([1])
  vi.advanceTimersByTime(KEPT_MS - 1)
  expect(cache.get('a')).toEqual([1])
  vi.advanceTimersByTime(KEPT_MS)
  expect(cache.get('a')).toBeUndefined()
})

test('a newer answer takes the place of an older one, and its time', () => {
  const cache = createCache()
  cache.put('a', 1)
  vi.advanceTimersByTime(KEPT_MS / 2)
  cache.put('a', 2)
  vi.advanceTimersByTime(KEPT_MS - 1)
  expect(cache.get('a')).toBe(2)
})

test('clearing forgets everything and leaves no timer behind', () => {
  const cache = createCache()
  cache.put('a', 1)
  cache.put('b', 2)
  cache.clear()
  expect([cache.get('a'), cache.get('b'), vi.getTimerCount()]).toEqual([undefined, undefined, 0])
})
