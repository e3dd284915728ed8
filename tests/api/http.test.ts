import { describe, expect, test, vi } from 'vitest'
import type { TokenSource } from '../../src/api/authorization.ts'
import { createClient } from '../../src/api/client.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttpClient } from '../../src/api/http.ts'
import { createStubClient, EMPTY_PAGE, errorResponse, jsonResponse, NO_TOKENS } from '../support/stub-client.ts'

describe('a call', () => {
  test('fills the path, repeats a parameter with several values, omits absent values and adds the token', async () => {
    const { api, sent } = createStubClient([() => jsonResponse(EMPTY_PAGE)], {
      ...NO_TOKENS,
      getFreshToken: async () => 'token-1',
    })
    await api.assets.list({ query: { page: 2, type: ['top', 'hair'], search: 'a b', locked: undefined } })
    expect(sent.map(({ method, url, headers }) => [method, url, headers.get('authorization')])).toEqual([
      ['GET', 'https://api.atelier.example/v1/assets?page=2&type=top&type=hair&search=a+b', 'Bearer token-1'],
    ])
  })

  test('encodes an id with special characters as a single path segment', async () => {
    const { api, sent } = createStubClient([() => errorResponse('NOT_FOUND')])
    await expect(api.assets.get({ id: '../users?x#y' })).rejects.toThrow()
    expect(sent[0]?.url).toBe('https://api.atelier.example/v1/assets/..%2Fusers%3Fx%23y')
  })

  test('requests the rest of a partly downloaded file with Range and If-Range headers', async () => {
    const { api, sent } = createStubClient([() => errorResponse('NOT_FOUND'), () => errorResponse('NOT_FOUND')])
    const from = { bytes: 1024, etag: '"one"' }
    await expect(api.assets.export({ applicationId: 'p1' }, { resumeFrom: from })).rejects.toThrow()
    await expect(api.assets.export({ applicationId: 'p1' })).rejects.toThrow()
    expect(sent.map(({ headers }) => [headers.get('range'), headers.get('if-range')])).toEqual([
      ['bytes=1024-', '"one"'],
      [null, null],
    ])
  })

  test('sends a creation with the same idempotency key in all attempts', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { api, sent } = createStubClient([() => errorResponse('UNAVAILABLE'), () => errorResponse('FORBIDDEN')])
    const body = { name: 'x', type: 'top', gender: 'neutral', modelUrl: `/files/${'0'.repeat(64)}.glb` } as const
    await expect(api.assets.create({ body })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test('creates distinct idempotency keys on a page without TLS, which lacks crypto.randomUUID', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { api, sent } = createStubClient([() => errorResponse('FORBIDDEN')])
    const body = { name: 'x', type: 'top', gender: 'neutral', modelUrl: `/files/${'0'.repeat(64)}.glb` } as const
    await expect(api.assets.create({ body })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(api.assets.create({ body })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    vi.unstubAllGlobals()
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  })

  test('sends the version that a change is based on in an If-Match header', async () => {
    const { api, sent } = createStubClient([() => errorResponse('STALE_WRITE')])
    await expect(api.assets.update({ id: '1', body: { name: 'x' } }, { ifMatch: 'then' })).rejects.toMatchObject({
      status: 412,
    })
    expect(sent[0]?.headers.get('if-match')).toBe('"then"')
  })

  test('reports the server’s time from the Date header of the response', async () => {
    const times: number[] = []
    const date = 'Sat, 21 Nov 2026 03:00:00 GMT'
    const { api } = createStubClient([() => jsonResponse({ status: 'ok' }, { headers: { date } })], NO_TOKENS, (time) =>
      times.push(time),
    )
    await api.health.get()
    expect(times).toEqual([Date.parse(date)])
  })
})

describe('a call of an account', () => {
  /** Client whose account can change and whose server never responds. */
  function ofAccount() {
    const account = new AbortController()
    const sent: Request[] = []
    const http = createHttpClient({
      base: 'https://api.atelier.example/',
      tokens: { getCurrentToken: () => 'kept', getFreshToken: async () => 'fresh' },
      fetch: (input, init) =>
        new Promise((_, reject) => {
          const request = new Request(input as Request, init)
          sent.push(request)
          request.signal.addEventListener('abort', () => reject(request.signal.reason))
        }),
      accountSignal: () => account.signal,
    })
    return { account, sent, api: createClient(contract, http) }
  }
  const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error)
  const standing = (call: Promise<unknown>) =>
    Promise.race([failureOf(call), new Promise((resolve) => setTimeout(resolve, 20, 'open'))])

  test('is aborted when the account changes, and later calls of that account are not sent', async () => {
    const { account, api, sent } = ofAccount()
    const call = api.tags.list()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    account.abort(new Error('another'))
    expect(await failureOf(call)).toMatchObject({ message: 'another' })
    expect(await failureOf(api.tags.list())).toMatchObject({ message: 'another' })
    expect(sent).toHaveLength(1)
  })

  test('can also be aborted by its own signal', async () => {
    const { api, sent } = ofAccount()
    const own = new AbortController()
    const call = api.tags.list({}, { signal: own.signal })
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    own.abort(new Error('given up'))
    expect(await failureOf(call)).toMatchObject({ message: 'given up' })
  })

  test('continues after a change of the account if it needs no token or is sent with keepalive', async () => {
    const { account, api, sent } = ofAccount()
    const calls = [api.health.get(), api.tags.remove({ tagId: 'a' }, { keepalive: true })]
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    account.abort(new Error('another'))
    expect(await Promise.all(calls.map(standing))).toEqual(['open', 'open'])
    expect(sent.map(({ keepalive, headers }) => [keepalive, headers.get('authorization')])).toEqual([
      [false, 'Bearer kept'],
      [true, 'Bearer fresh'],
    ])
  })
})

test('sends a JSON body only if the call has one, and optional headers only if needed', async () => {
  const { api, sent } = createStubClient([() => jsonResponse({})])
  await api.users.changePassword({ body: { password: 'a-quiet-harbour-7' } })
  await api.tags.remove({ tagId: 'a' })
  expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual(['application/json', null])
  expect(await sent[0]!.json()).toEqual({ password: 'a-quiet-harbour-7' })
  expect(sent.map(({ headers }) => [headers.has('idempotency-key'), headers.has('if-match')])).toEqual([
    [false, false],
    [false, false],
  ])
})

test('sends the idempotency key that the caller passes', async () => {
  const { api, sent } = createStubClient([() => errorResponse('FORBIDDEN')])
  const body = { name: 'x', type: 'top', gender: 'neutral', modelUrl: `/files/${'0'.repeat(64)}.glb` } as const
  await expect(api.assets.create({ body }, { idempotencyKey: 'mine' })).rejects.toThrow()
  expect(sent[0]!.headers.get('idempotency-key')).toBe('mine')
})

test('leaves no timer running after a response', async () => {
  vi.useFakeTimers()
  await createStubClient([() => jsonResponse({ status: 'ok' })]).api.health.get()
  expect(vi.getTimerCount()).toBe(0)
})

test('returns a file as an unread stream', async () => {
  const response = new Response('PK', { headers: { 'content-type': 'application/zip' } })
  const exported = await createStubClient([() => response]).api.assets.export({ applicationId: 'a' })
  expect(exported.bodyUsed).toBe(false)
  expect(await exported.text()).toBe('PK')
})

test('reports no server time if the response has no Date header', async () => {
  const times: number[] = []
  const { api } = createStubClient([() => jsonResponse({ status: 'ok' })], NO_TOKENS, (time) => times.push(time))
  await api.health.get()
  expect(times).toEqual([])
})

describe('the flag `silent`', () => {
  const body = { email: 'one@atelier.example', silent: true } as const

  test.each([
    ['v1/auth/signup/passwordless', () => [201, 'signupPasswordless'] as const],
    ['v1/auth/request-login-code', () => [200, 'requestLoginCode'] as const],
  ])('is not sent in the request body of %s', async (_, respond) => {
    const [status, name] = respond()
    const { api, sent } = createStubClient([() => jsonResponse({}, { status })])
    await expect(api.auth[name]({ body })).resolves.toEqual({})
    expect(await sent[0]?.json()).toEqual({ email: 'one@atelier.example' })
  })

  test.each([300, 304, 400, 401, 404, 429, 500, 503])(
    'lets a call resolve with undefined, instead of rejecting, for a status of %i',
    async (status) => {
      const response = () => new Response(status === 304 ? null : 'no', { status })
      await expect(createStubClient([response]).api.auth.requestLoginCode({ body })).resolves.toBe(undefined)
      const { email } = body
      await expect(createStubClient([response]).api.auth.requestLoginCode({ body: { email } })).rejects.toMatchObject({
        status,
      })
    },
  )

  test('lets a call still reject if there is no response', async () => {
    const { api } = createStubClient([() => Promise.reject(new TypeError('reset'))])
    await expect(api.auth.requestLoginCode({ body })).rejects.toMatchObject({ kind: 'FETCH_ERROR', service: 'auth' })
  })
})

describe('a call with a refused token', () => {
  const tokens = () => {
    const rejectedTokens: (string | undefined)[] = []
    const source: TokenSource = {
      getCurrentToken: () => 'old',
      getFreshToken: async (rejected) => {
        rejectedTokens.push(rejected)
        return rejected ? 'new' : 'old'
      },
    }
    return { rejectedTokens, source }
  }

  test('refreshes the token once and is then retried', async () => {
    const { rejectedTokens, source } = tokens()
    const { api, sent } = createStubClient(
      [() => errorResponse('TOKEN_EXPIRED'), () => jsonResponse(EMPTY_PAGE)],
      source,
    )
    await api.tags.list()
    expect(rejectedTokens).toEqual([undefined, 'old'])
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
  })

  test('rejects, and reports the new token as rejected if the server refuses it too', async () => {
    const { source } = tokens()
    const rejectedTokens: unknown[] = []
    const { api, sent } = createStubClient([() => errorResponse('TOKEN_EXPIRED')], {
      ...source,
      reportRejected: (token) => rejectedTokens.push(token),
    })
    await expect(api.applications.list()).rejects.toMatchObject({ status: 401 })
    expect(sent).toHaveLength(2)
    expect(rejectedTokens).toEqual(['new'])
  })

  test('rejects without a retry and reports no rejection if no new token is available', async () => {
    const rejectedTokens: unknown[] = []
    const source: TokenSource = {
      getCurrentToken: () => 'old',
      getFreshToken: async () => 'old',
      reportRejected: (token) => rejectedTokens.push(token),
    }
    const { api, sent } = createStubClient([() => errorResponse('TOKEN_EXPIRED')], source)
    await expect(api.applications.list()).rejects.toMatchObject({ status: 401 })
    expect([sent.length, rejectedTokens]).toEqual([1, []])
  })

  test.each(['FORBIDDEN', 'NOT_FOUND', 'ASSET_LOCKED', 'TOO_MANY_REQUESTS'] as const)(
    'does not refresh the token if the error is %s instead of a 401',
    async (code) => {
      vi.spyOn(Math, 'random').mockReturnValue(0)
      const { rejectedTokens, source } = tokens()
      const { api } = createStubClient([() => errorResponse(code)], source)
      await expect(api.assets.remove({ id: 'a' })).rejects.toMatchObject({ code })
      expect(rejectedTokens).toEqual([undefined])
    },
  )

  test('does not refresh the token at sign-in, where 401 means a wrong password', async () => {
    const { rejectedTokens, source } = tokens()
    const { api } = createStubClient([() => errorResponse('WRONG_CREDENTIALS')], source)
    await expect(api.auth.login({ body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({
      status: 401,
    })
    expect(rejectedTokens).toEqual([])
  })
})
