import { describe, expect, test, vi } from 'vitest'
import type { TokenSource } from '../../src/api/authorization.ts'
import { ApiError } from '../../src/api/contract/errors.ts'
import { jitteredBackoffMs } from '../../src/api/contract/jittered-backoff.ts'
import {
  createStubClient,
  EMPTY_PAGE,
  errorResponse,
  jsonResponse,
  neverResponds,
  type Responder,
  respondsWithRetryAfter,
} from '../support/stub-client.ts'

describe('a failing call', () => {
  test('is retried five times if it is a GET, then rejects with the server’s error code', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { api, sent } = createStubClient([() => errorResponse('UNAVAILABLE')])
    const error = await api.assets.get({ id: '1' }).catch((thrown: unknown) => thrown)
    expect(sent).toHaveLength(6)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      kind: 'http',
      service: 'assets',
      status: 503,
      code: 'UNAVAILABLE',
      messageKey: 'error.UNAVAILABLE',
    })
  })

  test('is not retried before the server’s Retry-After has passed', async () => {
    vi.useFakeTimers()
    const later = errorResponse('UNAVAILABLE')
    later.headers.set('retry-after', '2')
    const { api, sent } = createStubClient([() => later, () => jsonResponse(EMPTY_PAGE)])
    const page = api.assets.list({ query: {} })
    await vi.advanceTimersByTimeAsync(1_990)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(await page).toEqual(EMPTY_PAGE)
    expect(sent).toHaveLength(2)
  })

  test('times out after 30 s, including the attempt with a fresh token', async () => {
    vi.useFakeTimers()
    const source: TokenSource = {
      getCurrentToken: () => 'old',
      getFreshToken: async (rejected) => (rejected ? 'new' : 'old'),
    }
    const late: Responder = () =>
      new Promise((resolve) => {
        setTimeout(() => resolve(errorResponse('TOKEN_EXPIRED')), 20_000)
      })
    const { api, sent } = createStubClient([late, neverResponds], source)
    let error: unknown
    api.assets.list({ query: {} }).catch((thrown: unknown) => {
      error = thrown
    })
    await vi.advanceTimersByTimeAsync(30_000)
    expect([error, sent.length]).toMatchObject([{ kind: 'TIMEOUT_ERROR' }, 2])
  })

  test('rejects immediately if Retry-After exceeds the remaining time of the call', async () => {
    const later = () => Response.json(null, { status: 429, headers: { 'retry-after': '900' } })
    vi.useFakeTimers()
    const { api, sent } = createStubClient([later])
    let error: unknown
    api.assets.list({ query: {} }).catch((thrown: unknown) => {
      error = thrown
    })
    await vi.advanceTimersByTimeAsync(1)
    expect([error, sent.length]).toMatchObject([{ status: 429 }, 1])
  })

  test.each([
    ['gets no response', () => neverResponds, 1, { kind: 'TIMEOUT_ERROR', service: 'assets' }],
    ['is refused with Retry-After 9 each time', () => respondsWithRetryAfter, 4, { kind: 'http', status: 503 }],
    [
      'is refused once and then gets no response',
      (nth: number) => (nth === 1 ? respondsWithRetryAfter : neverResponds),
      2,
      { status: 503 },
    ],
  ])(
    'that %s rejects within 30 s, with the last error response if there was one',
    async (_, response, times, failure) => {
      vi.useFakeTimers()
      const { api, sent } = createStubClient([1, 2, 3, 4, 5, 6].map(response))
      let error: unknown
      api.assets.list({ query: {} }).catch((thrown: unknown) => {
        error = thrown
      })
      await vi.advanceTimersByTimeAsync(30_000)
      expect(error).toMatchObject(failure)
      expect(sent).toHaveLength(times)
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test('that fails with STORAGE_FULL is not retried, and its error has its own message key', async () => {
    const { api, sent } = createStubClient([() => errorResponse('STORAGE_FULL')])
    await expect(api.assets.list({ query: {} })).rejects.toMatchObject({
      status: 507,
      messageKey: 'error.STORAGE_FULL',
    })
    expect(sent).toHaveLength(1)
  })

  test('is not retried if a repetition is not safe, such as a sign-in', async () => {
    const { api, sent } = createStubClient([() => errorResponse('INTERNAL')])
    await expect(api.auth.login({ body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({
      status: 500,
    })
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'FETCH_ERROR'],
    [
      'an HTML page instead of JSON',
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      'PARSING_ERROR',
    ],
    ['a response that does not match its schema', () => jsonResponse({ status: 'fine' }), 'PARSING_ERROR'],
    ['an error status without an error body', () => new Response('Bad Gateway', { status: 418 }), 'http'],
  ] as const)('with %s rejects with an ApiError of the matching kind', async (_, response, kind) => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { api } = createStubClient([response])
    await expect(api.health.get()).rejects.toMatchObject({ name: 'ApiError', kind, service: 'health' })
  })

  test('rejects with an AbortError, not an ApiError, after an abort', async () => {
    const { api } = createStubClient([neverResponds])
    const controller = new AbortController()
    const call = api.health.get({}, { signal: controller.signal }).catch((thrown: unknown) => thrown)
    controller.abort()
    expect(await call).toMatchObject({ name: 'AbortError' })
  })
})

describe('a call without a usable response', () => {
  test.each([
    [408, 6],
    [429, 6],
    [500, 6],
    [502, 6],
    [503, 6],
    [504, 6],
    [400, 1],
    [501, 1],
  ])('refused with status %i and an empty body is sent %i times', async (status, times) => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { api, sent } = createStubClient([() => new Response('', { status })])
    await expect(api.health.get()).rejects.toMatchObject({ kind: 'http', status, code: undefined })
    expect(sent).toHaveLength(times)
  })

  test('is retried if it is a PUT, but not if it is a DELETE', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const put = createStubClient([() => errorResponse('INTERNAL')])
    await expect(put.api.assets.lock({ id: 'a', body: {} })).rejects.toThrow()
    const removed = createStubClient([() => errorResponse('INTERNAL')])
    await expect(removed.api.assets.remove({ id: 'a' })).rejects.toThrow()
    expect([put.sent.length, removed.sent.length]).toEqual([6, 1])
  })

  test('times out after 30 s without a response', async () => {
    vi.useFakeTimers()
    const { api } = createStubClient([() => new Promise(() => {})])
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

  test('reports a truncated response as a connection failure, not as a parsing error', async () => {
    const broken = () =>
      new Response(new ReadableStream({ start: (controller) => controller.error(new Error('reset')) }))
    await expect(createStubClient([broken]).api.health.get()).rejects.toMatchObject({
      kind: 'FETCH_ERROR',
      service: 'health',
    })
  })
})

test('waits at most 300 ms before the first retry, and doubles this maximum with each retry up to 9.6 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 10].map((attempt) => jitteredBackoffMs(attempt, 1))).toEqual([
    300, 600, 1200, 2400, 4800, 9600, 9600, 9600,
  ])
  expect(jitteredBackoffMs(3, 0.5)).toBe(600)
  expect(jitteredBackoffMs(9, 0)).toBe(0)
})

test('spreads 10,000 random retry delays evenly from zero to the maximum', () => {
  const tenths = Array.from({ length: 10_000 }, () => Math.min(9, Math.floor(jitteredBackoffMs(3) / 120)))
  const counts = Array.from({ length: 10 }, (_, tenth) => tenths.filter((digit) => digit === tenth).length)
  expect(Math.min(...counts)).toBeGreaterThan(800)
})
