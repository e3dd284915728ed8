import { describe, expect, test, vi } from 'vitest'
import type { TokenSource } from '../../src/api/bearing.ts'
import { createClient } from '../../src/api/client.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttp } from '../../src/api/http.ts'
import { clientWith, EMPTY_PAGE, failure, json, NO_TOKENS } from '../support/answered-client.ts'

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

  test('for what is missing of a file says what is here, and of which version', async () => {
    const { api, sent } = clientWith([() => failure('NOT_FOUND'), () => failure('NOT_FOUND')])
    const from = { bytes: 1024, etag: '"one"' }
    await expect(api.assets.export({ applicationId: 'p1' }, { from })).rejects.toThrow()
    await expect(api.assets.export({ applicationId: 'p1' })).rejects.toThrow()
    expect(sent.map(({ headers }) => [headers.get('range'), headers.get('if-range')])).toEqual([
      ['bytes=1024-', '"one"'],
      [null, null],
    ])
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
  const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error)
  const standing = (call: Promise<unknown>) =>
    Promise.race([failureOf(call), new Promise((resolve) => setTimeout(resolve, 20, 'open'))])

  test('ends with their account, and is not even sent after it', async () => {
    const { account, api, sent } = ofAccount()
    const call = api.tags.list()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    account.abort(new Error('another'))
    expect(await failureOf(call)).toMatchObject({ message: 'another' })
    expect(await failureOf(api.tags.list())).toMatchObject({ message: 'another' })
    expect(sent).toHaveLength(1)
  })

  test('can be given up by itself too', async () => {
    const { api, sent } = ofAccount()
    const own = new AbortController()
    const call = api.tags.list({}, { signal: own.signal })
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    own.abort(new Error('given up'))
    expect(await failureOf(call)).toMatchObject({ message: 'given up' })
  })

  test('goes on where anyone may make it, with the token as it is, or where it outlives the page', async () => {
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
