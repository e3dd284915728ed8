import { afterEach, describe, expect, test, vi } from 'vitest'
import type { TokenSource } from '../../src/api/bearing.ts'
import { ApiError } from '../../src/api/contract/errors.ts'
import { backoff } from '../../src/api/contract/retry.ts'
import { type Answer, clientWith, EMPTY_PAGE, endless, failure, json, patience } from '../support/answered-client.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('a failing call', () => {
  test('is tried again while it may be repeated, then tells the server’s code', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { api, sent } = clientWith([() => failure('UNAVAILABLE')])
    const error = await api.assets.get({ id: '1' }).catch((thrown: unknown) => thrown)
    expect(sent).toHaveLength(6)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      kind: 'http',
      service: 'assets',
      status: 503,
      code: 'UNAVAILABLE',
      word: 'error.UNAVAILABLE',
    })
  })

  test('is tried again when the server says it may be, no sooner', async () => {
    vi.useFakeTimers()
    const later = failure('UNAVAILABLE')
    later.headers.set('retry-after', '2')
    const { api, sent } = clientWith([() => later, () => json(EMPTY_PAGE)])
    const page = api.assets.list({ query: {} })
    await vi.advanceTimersByTimeAsync(1_990)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(await page).toEqual(EMPTY_PAGE)
    expect(sent).toHaveLength(2)
  })

  test('that is sent again with a fresh token has no more time than one that is not', async () => {
    vi.useFakeTimers()
    const source: TokenSource = { current: () => 'old', fresh: async (rejected) => (rejected ? 'new' : 'old') }
    const late: Answer = () =>
      new Promise((resolve) => {
        setTimeout(() => resolve(failure('TOKEN_EXPIRED')), 20_000)
      })
    const { api, sent } = clientWith([late, endless], source)
    let error: unknown
    api.assets.list({ query: {} }).catch((thrown: unknown) => {
      error = thrown
    })
    await vi.advanceTimersByTimeAsync(30_000)
    expect([error, sent.length]).toMatchObject([{ kind: 'TIMEOUT_ERROR' }, 2])
  })

  test('is not kept waiting where the server asks for more patience than a call has', async () => {
    const later = () => Response.json(null, { status: 429, headers: { 'retry-after': '900' } })
    const { api, sent } = clientWith([later])
    await expect(api.assets.list({ query: {} })).rejects.toMatchObject({ status: 429 })
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['never answered', () => endless, 1, { kind: 'TIMEOUT_ERROR', service: 'assets' }],
    ['told to come back each 9 s', () => patience, 4, { kind: 'http', status: 503 }],
    ['refused, then never answered', (nth: number) => (nth === 1 ? patience : endless), 2, { status: 503 }],
  ])('that is %s ends within 30 s, with what it last heard', async (_, answer, times, failure) => {
    vi.useFakeTimers()
    const { api, sent } = clientWith([1, 2, 3, 4, 5, 6].map(answer))
    let error: unknown
    api.assets.list({ query: {} }).catch((thrown: unknown) => {
      error = thrown
    })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(error).toMatchObject(failure)
    expect(sent).toHaveLength(times)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('for want of room on the server is sent once, and has a sentence of its own', async () => {
    const { api, sent } = clientWith([() => failure('STORAGE_FULL')])
    await expect(api.assets.list({ query: {} })).rejects.toMatchObject({ status: 507, word: 'error.STORAGE_FULL' })
    expect(sent).toHaveLength(1)
  })

  test('that may not be repeated is sent once', async () => {
    const { api, sent } = clientWith([() => failure('INTERNAL')])
    await expect(api.auth.login({ body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({
      status: 500,
    })
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'FETCH_ERROR'],
    [
      'a page instead of JSON',
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      'PARSING_ERROR',
    ],
    ['an answer of another shape', () => json({ status: 'fine' }), 'PARSING_ERROR'],
    ['a failing status without our body', () => new Response('Bad Gateway', { status: 418 }), 'http'],
  ] as const)('with %s is a typed error', async (_, answer, kind) => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { api } = clientWith([answer])
    await expect(api.health.get()).rejects.toMatchObject({ name: 'ApiError', kind, service: 'health' })
  })

  test('that was given up stays an abort and is no ApiError', async () => {
    const { api } = clientWith([endless])
    const given = new AbortController()
    const call = api.health.get({}, { signal: given.signal }).catch((thrown: unknown) => thrown)
    given.abort()
    expect(await call).toMatchObject({ name: 'AbortError' })
  })
})

describe('a call that goes wrong on its way', () => {
  test.each([
    [408, 6],
    [429, 6],
    [500, 6],
    [502, 6],
    [503, 6],
    [504, 6],
    [400, 1],
    [501, 1],
  ])('by a status of %i is made %i times', async (status, times) => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { api, sent } = clientWith([() => new Response('', { status })])
    await expect(api.health.get()).rejects.toMatchObject({ kind: 'http', status, code: undefined })
    expect(sent).toHaveLength(times)
  })

  test('is put again, for that may be repeated, and posted once', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const put = clientWith([() => failure('INTERNAL')])
    await expect(put.api.assets.lock({ id: 'a', body: {} })).rejects.toThrow()
    const removed = clientWith([() => failure('INTERNAL')])
    await expect(removed.api.assets.remove({ id: 'a' })).rejects.toThrow()
    expect([put.sent.length, removed.sent.length]).toEqual([6, 1])
  })

  test('by silence is given up after half a minute', async () => {
    vi.useFakeTimers()
    const { api } = clientWith([() => new Promise(() => {})])
    const call = api.auth.logout({ body: { refreshToken: 'r' } }).catch((error: unknown) => error)
    let isOver = false
    call.then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await call).toMatchObject({ kind: 'TIMEOUT_ERROR', service: 'auth', status: undefined })
    vi.useRealTimers()
  })

  test('by an answer that breaks off has a broken connection, not an answer that makes no sense', async () => {
    const broken = () => new Response(new ReadableStream({ start: (it) => it.error(new Error('reset')) }))
    await expect(clientWith([broken]).api.health.get()).rejects.toMatchObject({
      kind: 'FETCH_ERROR',
      service: 'health',
    })
  })
})

test('the wait before a retry is at most 300 ms, doubled each time, with an exponent of at most 5', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 10].map((attempt) => backoff(attempt, 1))).toEqual([
    300, 600, 1200, 2400, 4800, 9600, 9600, 9600,
  ])
  expect(backoff(3, 0.5)).toBe(600)
  expect(backoff(9, 0)).toBe(0)
})

test('10,000 waits are spread evenly from none to the most there is', () => {
  const tenths = Array.from({ length: 10_000 }, () => Math.min(9, Math.floor(backoff(3) / 120)))
  const counts = Array.from({ length: 10 }, (_, tenth) => tenths.filter((it) => it === tenth).length)
  expect(Math.min(...counts)).toBeGreaterThan(800)
})
