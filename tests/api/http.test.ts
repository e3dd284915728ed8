import { afterEach, describe, expect, test, vi } from 'vitest'
import type { TokenSource } from '../../src/api/bearing.ts'
import { createClient } from '../../src/api/client.ts'
import { ApiError, ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../src/api/contract/errors.ts'
import { contract } from '../../src/api/contract/index.ts'
import { backoff } from '../../src/api/contract/retry.ts'
import { createHttp } from '../../src/api/http.ts'

type Answer = (request: Request) => Response | Promise<Response>

const json = (value: unknown, init: ResponseInit = {}): Response => Response.json(value, init)
const failure = (code: ErrorCode, details?: unknown): Response => {
  const status = ERROR_STATUS[code]
  const error: ErrorBody['error'] = { code, message: code, status, details }
  return json({ error, type: 'about:blank', title: code, status, detail: code } satisfies ErrorBody, { status })
}
const NO_TOKENS: TokenSource = { current: () => undefined, fresh: async () => undefined }
const EMPTY_PAGE = { data: [], pagination: { page: 1, limit: 10, totalPages: 0, totalDocs: 0, hasNextPage: false } }

/** A client whose requests are answered in turn; the last answer serves all that follow. */
function clientWith(answers: Answer[], tokens: TokenSource = NO_TOKENS, onServerTime?: (time: number) => void) {
  const sent: Request[] = []
  const http = createHttp({
    base: 'https://api.atelier.example/',
    tokens,
    fetch: async (input, init) => {
      const request = new Request(input as Request, init)
      sent.push(request)
      return answers[Math.min(sent.length, answers.length) - 1]!(request)
    },
    ...(onServerTime ? { onServerTime } : {}),
  })
  return { api: createClient(contract, http), sent }
}

afterEach(() => {
  vi.useRealTimers()
})

const endless: Answer = ({ signal }) =>
  new Promise((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason))
  })
/** Asks to be left alone for 9 s. */
const patience: Answer = () => Response.json(null, { status: 503, headers: { 'retry-after': '9' } })

describe('a call', () => {
  test('fills the path, repeats many values, leaves absent ones out and carries the bearer', async () => {
    const { api, sent } = clientWith([() => json(EMPTY_PAGE)], { ...NO_TOKENS, fresh: async () => 'token-1' })
    await api.assets.list({ query: { page: 2, type: ['top', 'hair'], search: 'a b', locked: undefined } })
    expect(sent.map(({ method, url, headers }) => [method, url, headers.get('authorization')])).toEqual([
      ['GET', 'https://api.atelier.example/v1/assets?page=2&type=top&type=hair&search=a+b', 'Bearer token-1'],
    ])
  })

  test('an odd id stays one part of the path', async () => {
    const { api, sent } = clientWith([() => failure('NOT_FOUND')])
    await expect(api.assets.get({ id: '../users?x#y' })).rejects.toThrow()
    expect(sent[0]?.url).toBe('https://api.atelier.example/v1/assets/..%2Fusers%3Fx%23y')
  })

  test('that makes something carries one key through all its attempts', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { api, sent } = clientWith([() => failure('UNAVAILABLE'), () => failure('FORBIDDEN')])
    const body = { name: 'x', type: 'top', gender: 'neutral', modelUrl: `/files/${'0'.repeat(64)}.glb` } as const
    await expect(api.assets.create({ body })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test('that makes something is sent from a page without TLS too, where there is no crypto.randomUUID; two have two keys', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { api, sent } = clientWith([() => failure('FORBIDDEN')])
    const body = { name: 'x', type: 'top', gender: 'neutral', modelUrl: `/files/${'0'.repeat(64)}.glb` } as const
    await expect(api.assets.create({ body })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(api.assets.create({ body })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    vi.unstubAllGlobals()
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  })

  test('says which version it changes', async () => {
    const { api, sent } = clientWith([() => failure('STALE_WRITE')])
    await expect(api.assets.update({ id: '1', body: { name: 'x' } }, { ifMatch: 'then' })).rejects.toMatchObject({
      status: 412,
    })
    expect(sent[0]?.headers.get('if-match')).toBe('"then"')
  })

  test('tells the server’s clock', async () => {
    const seen: number[] = []
    const date = 'Sat, 21 Nov 2026 03:00:00 GMT'
    const { api } = clientWith([() => json({ status: 'ok' }, { headers: { date } })], NO_TOKENS, (time) =>
      seen.push(time),
    )
    await api.health.get()
    expect(seen).toEqual([Date.parse(date)])
  })
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

describe('a call in somebody’s name', () => {
  /** Calls of an account that may change, whose answers never come. */
  function ofAccount() {
    const account = new AbortController()
    const sent: Request[] = []
    const http = createHttp({
      base: 'https://api.atelier.example/',
      tokens: { current: () => 'kept', fresh: async () => 'fresh' },
      fetch: (input, init) =>
        new Promise((_, reject) => {
          const request = new Request(input as Request, init)
          sent.push(request)
          request.signal.addEventListener('abort', () => reject(request.signal.reason))
        }),
      ofAccount: () => account.signal,
    })
    return { account, sent, api: createClient(contract, http) }
  }
  const settled = async (call: Promise<unknown>) =>
    Promise.race([call.catch((error: unknown) => error), new Promise((resolve) => setTimeout(resolve, 20, 'open'))])

  test('ends with their account, and is not even sent after it', async () => {
    const { account, api, sent } = ofAccount()
    const call = api.tags.list()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    account.abort(new Error('another'))
    expect(await settled(call)).toMatchObject({ message: 'another' })
    expect(await settled(api.tags.list())).toMatchObject({ message: 'another' })
    expect(sent).toHaveLength(1)
  })

  test('can be given up by itself too', async () => {
    const { api, sent } = ofAccount()
    const own = new AbortController()
    const call = api.tags.list({}, { signal: own.signal })
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    own.abort(new Error('given up'))
    expect(await settled(call)).toMatchObject({ message: 'given up' })
  })

  test('goes on where anyone may make it, with the token as it is, or where it outlives the page', async () => {
    const { account, api, sent } = ofAccount()
    const calls = [api.health.get(), api.tags.remove({ tagId: 'a' }, { keepalive: true })]
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    account.abort(new Error('another'))
    expect(await Promise.all(calls.map(settled))).toEqual(['open', 'open'])
    expect(sent.map(({ keepalive, headers }) => [keepalive, headers.get('authorization')])).toEqual([
      [false, 'Bearer kept'],
      [true, 'Bearer fresh'],
    ])
  })
})

test('a body is sent as JSON where the call has one, and its headers only where they say something', async () => {
  const { api, sent } = clientWith([() => json({})])
  await api.users.changePassword({ body: { password: 'a-quiet-harbour-7' } })
  await api.tags.remove({ tagId: 'a' })
  expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual(['application/json', null])
  expect(await sent[0]!.json()).toEqual({ password: 'a-quiet-harbour-7' })
  expect(sent.map(({ headers }) => [headers.has('idempotency-key'), headers.has('if-match')])).toEqual([
    [false, false],
    [false, false],
  ])
})

test('a key that is handed in is the one that is sent', async () => {
  const { api, sent } = clientWith([() => failure('FORBIDDEN')])
  const body = { name: 'x', type: 'top', gender: 'neutral', modelUrl: `/files/${'0'.repeat(64)}.glb` } as const
  await expect(api.assets.create({ body }, { idempotencyKey: 'mine' })).rejects.toThrow()
  expect(sent[0]!.headers.get('idempotency-key')).toBe('mine')
})

test('an answered call leaves no clock running', async () => {
  vi.useFakeTimers()
  await clientWith([() => json({ status: 'ok' })]).api.health.get()
  expect(vi.getTimerCount()).toBe(0)
})

test('a file is handed over as it comes, read by nobody yet', async () => {
  const answer = new Response('PK', { headers: { 'content-type': 'application/zip' } })
  const given = await clientWith([() => answer]).api.assets.export({ applicationId: 'a' })
  expect(given.bodyUsed).toBe(false)
  expect(await given.text()).toBe('PK')
})

test('an answer without a date tells no time', async () => {
  const seen: number[] = []
  const { api } = clientWith([() => json({ status: 'ok' })], NO_TOKENS, (time) => seen.push(time))
  await api.health.get()
  expect(seen).toEqual([])
})

describe('the flag `silent`', () => {
  const body = { email: 'one@atelier.example', silent: true } as const

  test.each([
    ['v1/auth/signup/passwordless', () => [201, 'signupPasswordless'] as const],
    ['v1/auth/request-login-code', () => [200, 'requestLoginCode'] as const],
  ])('is not sent in the body of %s', async (_, told) => {
    const [status, name] = told()
    const { api, sent } = clientWith([() => json({}, { status })])
    await expect(api.auth[name]({ body })).resolves.toEqual({})
    expect(await sent[0]?.json()).toEqual({ email: 'one@atelier.example' })
  })

  test.each([300, 304, 400, 401, 404, 429, 500, 503])('makes a status of %i no rejection', async (status) => {
    const answer = () => new Response(status === 304 ? null : 'no', { status })
    await expect(clientWith([answer]).api.auth.requestLoginCode({ body })).resolves.toBe(undefined)
    const { email } = body
    await expect(clientWith([answer]).api.auth.requestLoginCode({ body: { email } })).rejects.toMatchObject({ status })
  })

  test('does not hide that there was no answer', async () => {
    const { api } = clientWith([() => Promise.reject(new TypeError('reset'))])
    await expect(api.auth.requestLoginCode({ body })).rejects.toMatchObject({ kind: 'FETCH_ERROR', service: 'auth' })
  })
})

describe('a refused token', () => {
  const tokens = () => {
    const asked: (string | undefined)[] = []
    const source: TokenSource = {
      current: () => 'old',
      fresh: async (rejected) => {
        asked.push(rejected)
        return rejected ? 'new' : 'old'
      },
    }
    return { asked, source }
  }

  test('is refreshed once and the call sent again', async () => {
    const { asked, source } = tokens()
    const { api, sent } = clientWith([() => failure('TOKEN_EXPIRED'), () => json(EMPTY_PAGE)], source)
    await api.tags.list()
    expect(asked).toEqual([undefined, 'old'])
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
  })

  test('refused again it is the call’s failure, and the session’s end: no loop', async () => {
    const { source } = tokens()
    const over: unknown[] = []
    const { api, sent } = clientWith([() => failure('TOKEN_EXPIRED')], { ...source, refused: (it) => over.push(it) })
    await expect(api.applications.list()).rejects.toMatchObject({ status: 401 })
    expect(sent).toHaveLength(2)
    expect(over).toEqual(['new'])
  })

  test('for which there is no other yet is not sent again, and says nothing of the session', async () => {
    const over: unknown[] = []
    const source: TokenSource = { current: () => 'old', fresh: async () => 'old', refused: (it) => over.push(it) }
    const { api, sent } = clientWith([() => failure('TOKEN_EXPIRED')], source)
    await expect(api.applications.list()).rejects.toMatchObject({ status: 401 })
    expect([sent.length, over]).toEqual([1, []])
  })

  test.each(['FORBIDDEN', 'NOT_FOUND', 'ASSET_LOCKED', 'TOO_MANY_REQUESTS'] as const)(
    'is what 401 says: %s asks for no other',
    async (code) => {
      vi.spyOn(Math, 'random').mockReturnValue(0)
      const { asked, source } = tokens()
      const { api } = clientWith([() => failure(code)], source)
      await expect(api.assets.remove({ id: 'a' })).rejects.toMatchObject({ code })
      expect(asked).toEqual([undefined])
    },
  )

  test('at sign-in means a wrong password and refreshes nothing', async () => {
    const { asked, source } = tokens()
    const { api } = clientWith([() => failure('WRONG_CREDENTIALS')], source)
    await expect(api.auth.login({ body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({
      status: 401,
    })
    expect(asked).toEqual([])
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
