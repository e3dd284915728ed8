import { beforeEach, expect, test, vi } from 'vitest'
import { CACHE_TTL_MS, createQueryCache } from '../../src/api/query-cache.ts'

beforeEach(() => vi.useFakeTimers())

test('keeps a cached response for 60 s after its last use, not after it was stored', () => {
  expect(CACHE_TTL_MS).toBe(60_000)
  const cache = createQueryCache()
  cache.put('a', [1])
  vi.advanceTimersByTime(CACHE_TTL_MS - 1)
  expect(cache.get('a')).toEqual([1])
  vi.advanceTimersByTime(CACHE_TTL_MS - 1)
  expect(cache.get('a')).toEqual([1])
  vi.advanceTimersByTime(CACHE_TTL_MS)
  expect(cache.get('a')).toBeUndefined()
})

test('replaces a cached response and restarts its lifetime of 60 s', () => {
  const cache = createQueryCache()
  cache.put('a', 1)
  vi.advanceTimersByTime(CACHE_TTL_MS / 2)
  cache.put('a', 2)
  vi.advanceTimersByTime(CACHE_TTL_MS - 1)
  expect(cache.get('a')).toBe(2)
})

test('removes all responses and timers on clear', () => {
  const cache = createQueryCache()
  cache.put('a', 1)
  cache.put('b', 2)
  cache.clear()
  expect([cache.get('a'), cache.get('b'), vi.getTimerCount()]).toEqual([undefined, undefined, 0])
})
