import { expect, test } from 'vitest'
import { matchesIfNoneMatch, ResponseCache } from '../../../server/client/response-cache.ts'

const file = (bytes: number) => ({ headers: { etag: '"a"' }, bytes: new Uint8Array(bytes) })

test('evicts the least recently used response beyond the limit of bytes', () => {
  const cache = new ResponseCache(10)
  cache.set('/a', 'br', file(4))
  cache.set('/b', 'br', file(4))
  cache.get('/a', 'br')
  cache.set('/c', '', file(4))
  expect(['/a', '/b', '/c'].map((path) => cache.get(path, path === '/c' ? '' : 'br')?.bytes.length)).toEqual([
    4,
    undefined,
    4,
  ])
  cache.set('/large', '', file(11))
  expect([cache.get('/large', ''), cache.get('/a', 'br')?.bytes.length]).toEqual([undefined, 4])
})

test('counts a response once if it is stored repeatedly, and stores each encoding separately', () => {
  const cache = new ResponseCache(10)
  for (let time = 0; time < 5; time += 1) cache.set('/a', 'br', file(4))
  cache.set('/a', 'gzip', file(5))
  expect([cache.get('/a', 'br')?.bytes.length, cache.get('/a', 'gzip')?.bytes.length, cache.get('/a', '')]).toEqual([
    4,
    5,
    undefined,
  ])
})

test('an If-None-Match header matches a response if it contains the ETag, weak or strong', () => {
  expect([undefined, '"b"', '"a"', 'W/"a"', '"b", "a"'].map((it) => matchesIfNoneMatch(file(1), it))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
})
