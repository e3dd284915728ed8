// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { CODE_REQUESTS_KEY } from '../src/api/code-requests.ts'
import type { SessionData } from '../src/api/contract/auth.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../src/api/contract/errors.ts'
import { type App, createApp } from '../src/app.ts'
import { SESSION_KEY, toSessionRecord } from '../src/machines/session/session-record.ts'
import { SIGNED_IN_SESSION } from './support/signed-in-session.ts'
import { createUnsignedToken } from './support/unsigned-token.ts'

const seconds = () => Math.floor(Date.now() / 1000)
const freshToken = (name: string) =>
  createUnsignedToken({ sub: name, ability: [['read', 'all']], iat: seconds(), exp: seconds() + 900 })
const staleToken = () =>
  createUnsignedToken({ sub: 'old', ability: [['read', 'all']], iat: seconds() - 900, exp: seconds() - 1 })
const session = (values: Partial<SessionData> = {}): SessionData => ({
  ...SIGNED_IN_SESSION,
  token: freshToken('first'),
  ...values,
})
const TAGS = { data: [], pagination: { page: 1, limit: 10, totalPages: 0, totalDocs: 0, hasNextPage: false } }

const failure = (code: ErrorCode): Response => {
  const status = ERROR_STATUS[code]
  const body: ErrorBody = { error: { code, message: code, status }, type: '', title: code, status, detail: code }
  return Response.json(body, { status })
}

/** Starts an app with a fake server that responds by path. `calls` records the requested paths. */
async function start(respond: (path: string, request: Request) => Response | Promise<Response>) {
  const calls: string[] = []
  const app = createApp({
    apiBase: 'https://api.atelier.example',
    fetch: async (input, init) => {
      const request = new Request(input as Request, init)
      const { pathname } = new URL(request.url)
      calls.push(pathname)
      return respond(pathname, request)
    },
  })
  startedApps.push(app)
  await waitFor(app.session, (snapshot) => !snapshot.matches('restoring'))
  return { app, calls }
}

/** Fake IndexedDB with its `entries`. The function `open` runs before each access. */
const device = vi.hoisted(() => ({ entries: new Map<string, unknown>(), open: async () => {} }))
vi.mock('idb-keyval', () => ({
  get: (key: string) => device.open().then(() => device.entries.get(key)),
  set: (key: string, value: unknown) => device.open().then(() => void device.entries.set(key, value)),
  del: (key: string) => device.open().then(() => void device.entries.delete(key)),
  keys: () => device.open().then(() => [...device.entries.keys()]),
  delMany: (all: string[]) => device.open().then(() => all.forEach((key) => void device.entries.delete(key))),
}))

const startedApps: App[] = []

const storeSession = (data: SessionData) => localStorage.setItem(SESSION_KEY, JSON.stringify(toSessionRecord(data)))
const readStoredRecord = (): unknown => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')

beforeEach(() => {
  localStorage.clear()
  device.entries.clear()
  device.open = async () => {}
  vi.spyOn(Math, 'random').mockReturnValue(-0.4)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const app of startedApps.splice(0)) app.close()
})

describe('the app', () => {
  test('resolves a path in an API response against the base URL of the API', () => {
    const addressAt = (apiBase: string) => {
      const app = createApp({ apiBase })
      startedApps.push(app)
      return app.addressOf('/files/s.psd?grant=g')
    }
    expect(addressAt('https://api.atelier.example')).toBe('https://api.atelier.example/files/s.psd?grant=g')
    expect(addressAt('https://atelier.example/api/')).toBe('https://atelier.example/api/files/s.psd?grant=g')
    expect(addressAt('')).toBe(`${location.origin}/files/s.psd?grant=g`)
  })

  test('makes one token refresh for 200 calls with an expired token, and all calls succeed', async () => {
    storeSession(session({ token: staleToken() }))
    const renewedSession = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await start((path, request) => {
      if (path === '/v1/auth/refresh') return Response.json(renewedSession)
      expect(request.headers.get('authorization')).toBe(`Bearer ${renewedSession.token}`)
      return Response.json(TAGS)
    })
    const responses = await Promise.all(Array.from({ length: 200 }, () => app.api.tags.list()))
    expect(responses).toHaveLength(200)
    expect(calls.filter((path) => path === '/v1/auth/refresh')).toHaveLength(1)
    expect(readStoredRecord()).toEqual(toSessionRecord(renewedSession))
  })

  test.each([
    ['the server fails', () => failure('INTERNAL')],
    ['the connection is cut', () => Promise.reject(new TypeError('reset'))],
    ['a proxy responds with a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('keeps the session when %s during a refresh', async (_, respond) => {
    const data = session({ token: staleToken() })
    storeSession(data)
    const { app } = await start(respond)
    await expect(app.api.tags.list()).rejects.toMatchObject({ name: 'ApiError', service: 'auth' })
    expect(app.session.getSnapshot().matches('signedIn')).toBe(true)
    expect(readStoredRecord()).toEqual(toSessionRecord(data))
  })

  test.each(['REFRESH_TOKEN_EXPIRED', 'REFRESH_TOKEN_REVOKED', 'REFRESH_TOKEN_NOT_FOUND'] as const)(
    'ends the session once for all pending calls on %s',
    async (code) => {
      storeSession(session({ token: staleToken() }))
      const { app } = await start(() => failure(code))
      const closed: unknown[] = []
      app.session.on('session.closed', (event) => closed.push(event))
      const calls = await Promise.allSettled(Array.from({ length: 20 }, () => app.api.tags.list()))
      expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['rejected']))
      expect(closed).toEqual([{ type: 'session.closed', reason: 'login_required' }])
      expect(readStoredRecord()).toBe(null)
    },
  )

  test('ends the session once for all calls if a refreshed token is refused with 401', async () => {
    storeSession(session())
    const renewedSession = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await start((path) =>
      path === '/v1/auth/refresh' ? Response.json(renewedSession) : failure('NOT_SIGNED_IN'),
    )
    const closed: unknown[] = []
    app.session.on('session.closed', (event) => closed.push(event))
    const responses = await Promise.allSettled(Array.from({ length: 5 }, () => app.api.tags.list()))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(closed).toEqual([{ type: 'session.closed', reason: 'login_required' }])
    expect(calls.filter((path) => path === '/v1/auth/refresh')).toHaveLength(1)
    expect([app.session.getSnapshot().value, readStoredRecord()]).toEqual(['signedOut', null])
  })

  test('keeps the session if the retry after a 401 succeeds', async () => {
    storeSession(session())
    const renewedSession = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const { app } = await start((path, request) => {
      if (path === '/v1/auth/refresh') return Response.json(renewedSession)
      return request.headers.get('authorization')?.includes(renewedSession.token)
        ? Response.json(TAGS)
        : failure('TOKEN_EXPIRED')
    })
    await expect(app.api.tags.list()).resolves.toEqual(TAGS)
    expect(app.session.getSnapshot().matches('signedIn')).toBe(true)
  })

  test('signs out without waiting for the server, and a late response does not affect the next session', async () => {
    storeSession(session())
    let respond: (response: Response) => void = () => {}
    const pendingResponse = new Promise<Response>((resolve) => {
      respond = resolve
    })
    const bodies: unknown[] = []
    const other = session({ _id: 'user-2', refreshToken: 'refresh-9', token: freshToken('other') })
    const { app } = await start(async (path, request) => {
      if (path === '/v1/auth/login') return Response.json(other)
      bodies.push(await request.json())
      return pendingResponse
    })
    app.session.send({ type: 'logout.requested' })
    expect([app.session.getSnapshot().value, readStoredRecord()]).toEqual(['signedOut', null])
    app.session.send({ type: 'login.submitted', email: 'two@atelier.example', password: 'correct horse' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedIn'))
    respond(failure('INTERNAL'))
    await pendingResponse
    await vi.waitFor(() => expect(bodies).toEqual([{ refreshToken: 'refresh-1' }]))
    expect([app.session.getSnapshot().context.data?._id, readStoredRecord()]).toEqual([
      'user-2',
      toSessionRecord(other),
    ])
  })

  test('reports a sign-out to the server once the browser is back online', async () => {
    storeSession(session())
    let isOffline = true
    const { app, calls } = await start(() => (isOffline ? Promise.reject(new TypeError('cut')) : Response.json({})))
    app.session.send({ type: 'logout.requested' })
    await vi.waitFor(() => expect(calls).toEqual(['/v1/auth/logout']))
    await vi.waitFor(() => {
      isOffline = false
      dispatchEvent(new Event('online'))
      expect(calls).toEqual(['/v1/auth/logout', '/v1/auth/logout'])
    })
    dispatchEvent(new Event('online'))
    expect(calls).toHaveLength(2)
  })

  test('keeps the session if a call is refused with 404', async () => {
    storeSession(session())
    const { app } = await start(() => failure('NOT_FOUND'))
    await expect(app.api.assets.get({ id: 'x' })).rejects.toMatchObject({ status: 404 })
    expect(app.session.getSnapshot().matches('signedIn')).toBe(true)
  })

  test("refreshes a token that has expired by the server's clock, even if the device's clock is slow", async () => {
    // The device's clock is an hour slow, so an expired token seems valid.
    const data = session()
    storeSession(data)
    const serverTime = new Date(Date.now() + 3_600_000).toUTCString()
    const renewedSession = session({
      token: createUnsignedToken({ ability: [['read', 'all']], iat: seconds(), exp: seconds() + 9000 }),
    })
    const { app, calls } = await start((path) =>
      Response.json(path === '/v1/auth/refresh' ? renewedSession : TAGS, { headers: { date: serverTime } }),
    )
    await app.api.tags.list()
    await app.api.tags.list()
    expect(calls).toEqual(['/v1/tags', '/v1/auth/refresh', '/v1/tags'])
  })

  test('uses tokens that another tab has refreshed', async () => {
    const oldSession = session({ token: staleToken() })
    const otherSession = session({ token: freshToken('theirs'), refreshToken: 'refresh-theirs' })
    storeSession(oldSession)
    const { app, calls } = await start(() => Response.json(TAGS))
    storeSession(otherSession)
    await app.api.tags.list()
    expect(calls).toEqual(['/v1/tags'])
    expect(app.session.getSnapshot().context.data?.refreshToken).toBe('refresh-theirs')
  })

  test("uses another tab's tokens even if local storage does not show them in this tab yet", async () => {
    const oldSession = session({ token: staleToken() })
    const otherSession = session({ token: freshToken('theirs'), refreshToken: 'refresh-theirs' })
    storeSession(oldSession)
    const first = await start((path) => Response.json(path === '/v1/auth/refresh' ? otherSession : TAGS))
    await first.app.api.tags.list()
    storeSession(oldSession)
    const second = await start(() => Response.json(TAGS))
    await second.app.api.tags.list()
    expect([first.calls, second.calls]).toEqual([['/v1/auth/refresh', '/v1/tags'], ['/v1/tags']])
    expect(readStoredRecord()).toEqual(toSessionRecord(otherSession))
  })

  test.each([
    [
      'does not exist',
      () => {
        throw new Error('no IndexedDB')
      },
    ],
    ['is denied', () => Promise.reject(new Error('denied'))],
    ['never responds', () => new Promise<never>(() => {})],
  ])('refreshes the token even if IndexedDB %s', async (_, open) => {
    storeSession(session({ token: staleToken() }))
    device.open = open
    const renewedSession = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await start((path) => Response.json(path === '/v1/auth/refresh' ? renewedSession : TAGS))
    await app.api.tags.list()
    expect([calls, readStoredRecord()]).toEqual([['/v1/auth/refresh', '/v1/tags'], toSessionRecord(renewedSession)])
  })

  test('deletes all data of an ended session from the device', async () => {
    storeSession(session({ token: staleToken() }))
    const renewedSession = session({ token: staleToken(), refreshToken: 'refresh-2' })
    let refreshes = 0
    const { app } = await start((path) => {
      if (path !== '/v1/auth/refresh') return Response.json(TAGS)
      refreshes += 1
      return refreshes === 1 ? Response.json(renewedSession) : failure('REFRESH_TOKEN_REVOKED')
    })
    await app.api.tags.list()
    expect(device.entries.size).toBe(1)
    await app.api.tags.list().catch(() => {})
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    await vi.waitFor(() => expect([device.entries.size, readStoredRecord()]).toEqual([0, null]))
  })

  test('on sign-out, deletes the stored e-mail address that a sign-in code was sent to', async () => {
    storeSession(session())
    const { app } = await start(() => Response.json({ requestId: 'x'.repeat(43) }))
    await app.api.auth.requestLoginCode({ body: { email: 'two@atelier.example' } })
    expect(localStorage.getItem(CODE_REQUESTS_KEY)).toContain('two@atelier.example')
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    expect(localStorage.getItem(CODE_REQUESTS_KEY)).toBeNull()
  })

  test('does not write a restored session back to storage, because storage may contain newer tokens', async () => {
    storeSession(session())
    const setItem = vi.spyOn(Storage.prototype, 'setItem')
    const { app } = await start(() => Response.json(TAGS))
    await app.api.tags.list()
    expect(app.session.getSnapshot().value).toEqual({ signedIn: 'settled' })
    expect(setItem.mock.calls.map(([key]) => key)).not.toContain(SESSION_KEY)
  })

  describe('another account', () => {
    const another = () => session({ _id: 'user-2', token: freshToken('second'), refreshToken: 'refresh-2' })
    const signInElsewhere = (data: SessionData) =>
      window.dispatchEvent(
        new StorageEvent('storage', { key: SESSION_KEY, newValue: JSON.stringify(toSessionRecord(data)) }),
      )

    test.each(['another tab signed in to', 'a guest signed up for'])(
      'that %s sees no cached responses of the previous account',
      async (change) => {
        const ownSession = session()
        const { email: _, ...guest } = ownSession
        const [former, next] = change.startsWith('another') ? [ownSession, another()] : [guest, ownSession]
        storeSession(former)
        const { app } = await start(() => Response.json(TAGS))
        app.cache.put('list', 'of the former account')
        const cachedLists: unknown[] = []
        app.session.subscribe(({ context }) => {
          if (context.data?.token === next.token && context.data?.email === next.email)
            cachedLists.push(app.cache.get('list'))
        })
        signInElsewhere(next)
        expect(cachedLists.length).toBeGreaterThan(0)
        expect(new Set(cachedLists)).toEqual(new Set([undefined]))
      },
    )

    test.each([
      ['a guest signs in to', true, ['list/assets/views']],
      ['a user with an account signs in to', false, []],
    ])(
      'that %s sees no stored data of the previous account, except the views of a guest',
      async (_, isGuest, remainingKeys) => {
        const { email: __, ...guest } = session()
        storeSession(isGuest ? guest : session())
        await start(() => Response.json(TAGS))
        device.entries.set('list/assets/views', []).set('draft/new-asset', {})
        signInElsewhere(another())
        await vi.waitFor(() => expect([...device.entries.keys()]).toEqual(remainingKeys))
        // A sign-in with another account deletes all local data of the previous one.
        signInElsewhere(session({ _id: 'user-3', token: freshToken('third') }))
        await vi.waitFor(() => expect(device.entries.size).toBe(0))
      },
    )

    test('receives no response to requests of the previous account, and sends no pending request of it', async () => {
      const ownSession = session()
      storeSession(ownSession)
      let answerFirst = (_: Response) => {}
      const tokensSent: (string | null)[] = []
      const other = another()
      const { app } = await start((_, request) => {
        tokensSent.push(request.headers.get('authorization'))
        return tokensSent.length === 1 ? new Promise((resolve) => (answerFirst = resolve)) : Response.json(TAGS)
      })
      const pendingRequest = app.api.tags.list()
      const outcome = pendingRequest.then(
        () => 'answered',
        (error: Error) => error.name,
      )
      await vi.waitFor(() => expect(tokensSent).toHaveLength(1))
      // This request starts just before the other account signs in. Its token lookup is still pending.
      const pendingResponse = app.api.tags.list().then(
        () => 'answered',
        (error: Error) => error.name,
      )
      signInElsewhere(other)
      answerFirst(Response.json(TAGS))
      expect(await outcome).toBe('AbortError')
      expect(await pendingResponse).toBe('AbortError')
      expect(await app.api.tags.list()).toEqual(TAGS)
      expect(tokensSent).toEqual([`Bearer ${ownSession.token}`, `Bearer ${other.token}`])
    })

    test("sees no drafts of another user's expired session, but the same user finds the drafts after sign-in", async () => {
      storeSession(session({ token: staleToken() }))
      device.entries.set('draft', 'typed')
      const { app } = await start((path) =>
        path.endsWith('refresh') ? failure('REFRESH_TOKEN_EXPIRED') : Response.json(TAGS),
      )
      await app.api.tags.list().catch(() => {})
      expect(app.session.getSnapshot().value).toBe('signedOut')
      signInElsewhere(session())
      await Promise.resolve()
      expect(device.entries.get('draft')).toBe('typed')
      signInElsewhere(another())
      await vi.waitFor(() => expect(device.entries.has('draft')).toBe(false))
    })
  })

  test('signs out when another tab signs out', async () => {
    storeSession(session())
    const { app } = await start(() => Response.json(TAGS))
    const closed = new Promise((resolve) => app.session.on('session.closed', resolve))
    localStorage.removeItem(SESSION_KEY)
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null }))
    expect(await closed).toEqual({ type: 'session.closed', reason: 'logged_out' })
  })

  test('discards the result of a refresh that ends after a sign-out', async () => {
    storeSession(session({ token: staleToken() }))
    let respond: (response: Response) => void = () => {}
    const pendingResponse = new Promise<Response>((resolve) => {
      respond = resolve
    })
    const { app } = await start((path) => (path === '/v1/auth/refresh' ? pendingResponse : Response.json({})))
    const call = app.api.tags.list().catch(() => 'refused')
    await waitFor(app.session, (snapshot) => snapshot.matches({ signedIn: 'refreshing' }))
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    respond(Response.json(session({ token: freshToken('late') })))
    await call
    expect(readStoredRecord()).toBe(null)
  })

  test('stores no session of an unverified user, and ends that session on the server', async () => {
    const { verifiedAt: _, ...unverified } = session()
    const setItem = vi.spyOn(Storage.prototype, 'setItem')
    const signOutRequests: unknown[] = []
    // The client does not wait for the sign-out request to end.
    const { app } = await start(async (path, request) => {
      if (path === '/v1/auth/login') return Response.json(unverified)
      signOutRequests.push([path, await request.json()])
      return new Promise(() => {})
    })
    app.session.send({ type: 'login.submitted', email: 'one@atelier.example', password: 'x' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    expect(app.session.getSnapshot().context.error).toMatchObject({ name: 'USER_NOT_VERIFIED' })
    expect(setItem).not.toHaveBeenCalled()
    await vi.waitFor(() =>
      expect(signOutRequests).toEqual([['/v1/auth/logout', { refreshToken: unverified.refreshToken }]]),
    )
  })

  test('a sign-out at any point of a token refresh leaves no session in memory or storage', async () => {
    const results: unknown[] = []
    for (let ticks = 0; ticks <= 120; ticks++) {
      storeSession(session({ token: staleToken() }))
      const renewedSession = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
      const { app } = await start((path) => Response.json(path === '/v1/auth/refresh' ? renewedSession : TAGS))
      const call = app.api.tags.list().catch(() => 'refused')
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
      app.session.send({ type: 'logout.requested' })
      await Promise.all([call, waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))])
      results.push([app.session.getSnapshot().context.data, readStoredRecord()])
      app.close()
    }
    expect(results).toEqual(Array.from({ length: 121 }, () => [null, null]))
  })

  test('stores new tokens before it releases the refresh lock, so that no other tab reuses the old tokens', async () => {
    storeSession(session({ token: staleToken() }))
    const renewedSession = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const found: unknown[] = []
    const request = async (_: string, __: unknown, sendRequest: () => Promise<unknown>) => {
      const response = await sendRequest()
      found.push(readStoredRecord())
      return response
    }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
    const { app } = await start((path) => Response.json(path === '/v1/auth/refresh' ? renewedSession : TAGS))
    await app.api.tags.list()
    expect(found).toEqual([toSessionRecord(renewedSession)])
  })

  test('signs out without waiting for the refresh lock of another tab', async () => {
    storeSession(session({ token: staleToken() }))
    const waiting = { request: (_: string, { signal }: { signal: AbortSignal }) => waitForAbort(signal) }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: waiting }))
    const { app, calls } = await start(() => Response.json({}))
    const call = app.api.tags.list().catch(() => 'refused')
    await waitFor(app.session, (snapshot) => snapshot.matches({ signedIn: 'refreshing' }))
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    await call
    expect([calls.filter((path) => path !== '/v1/tags'), readStoredRecord()]).toEqual([['/v1/auth/logout'], null])
  })

  test('signs out even if the server fails', async () => {
    storeSession(session())
    const { app } = await start(() => failure('INTERNAL'))
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    expect([app.session.getSnapshot().context.error, readStoredRecord()]).toEqual([null, null])
  })

  test("refreshes a guest's expired token before sign-up, so that the server keeps the wardrobe", async () => {
    const { email: _, ...guest } = session({ _id: 'guest-1', token: staleToken() })
    storeSession(guest)
    const renewedSession = { ...guest, token: freshToken('guest'), refreshToken: 'refresh-2' }
    const bearers: (string | null)[] = []
    const { app, calls } = await start((path, request) => {
      if (path === '/v1/auth/refresh') return Response.json(renewedSession)
      bearers.push(request.headers.get('authorization'))
      return Response.json({ ...renewedSession, email: 'two@atelier.example' })
    })
    app.session.send({ type: 'signup.submitted', email: 'two@atelier.example', password: 'correct horse battery' })
    await waitFor(app.session, ({ context }) => context.data?.email === 'two@atelier.example')
    expect([calls, bearers]).toEqual([['/v1/auth/refresh', '/v1/auth/signup'], [`Bearer ${renewedSession.token}`]])
    expect(app.session.getSnapshot().context.data?._id).toBe('guest-1')
  })

  test("does not replace another tab's newer tokens when it saves a changed profile", async () => {
    const oldSession = session({
      token: createUnsignedToken({ ability: [['read', 'all']], iat: seconds() - 60, exp: seconds() + 840 }),
    })
    storeSession(oldSession)
    const { app } = await start(() => Response.json({}))
    const otherSession = session({ token: freshToken('theirs'), refreshToken: 'refresh-theirs' })
    storeSession(otherSession)
    app.session.send({ type: 'profile.changed', name: 'One' })
    expect(readStoredRecord()).toEqual(toSessionRecord({ ...otherSession, name: 'One' }))
  })

  const naughtyStringsPath = resolve(import.meta.dirname, '../../shared/data/strings/blns.json')
  const naughtyStrings: unknown[] = existsSync(naughtyStringsPath)
    ? JSON.parse(readFileSync(naughtyStringsPath, 'utf8'))
    : []
  test.each([
    ...['', '{', 'null', '[]', '"x"', '0', '{"data":null}', '{"data":[]}', '{"data":{"token":"x"}}', '\u0000'],
    JSON.stringify(toSessionRecord({ ...session(), refreshToken: '' })),
    JSON.stringify({ ...toSessionRecord(session()), data: { ...session(), wallets: 'none' } }),
    '{"__proto__":{"data":{"token":"x","refreshToken":"y"}}}',
    // Close to the browser limit of 5 million characters per origin.
    'a'.repeat(4_999_000),
  ])('starts signed out if the stored session is invalid (case %#)', async (text) => {
    localStorage.setItem(SESSION_KEY, text)
    const { app } = await start(() => Response.json({}))
    expect(app.session.getSnapshot().value).toBe('signedOut')
    app.close()
  })

  test.skipIf(naughtyStrings.length === 0)(
    'starts signed out with each string of the Big List of Naughty Strings as the stored session',
    async () => {
      for (const text of naughtyStrings) {
        localStorage.setItem(SESSION_KEY, String(text))
        const { app } = await start(() => Response.json({}))
        expect(app.session.getSnapshot().value).toBe('signedOut')
        app.close()
      }
    },
  )

  const suite = resolve(import.meta.dirname, '../../shared/data/strings/json-parsing')
  const texts = existsSync(suite) ? readdirSync(suite).map((name) => readFileSync(resolve(suite, name), 'utf8')) : []
  test.skipIf(texts.length === 0)(
    'starts signed out with each file of a JSON parsing suite as the stored session',
    async () => {
      expect(texts.length).toBeGreaterThan(200)
      for (const text of texts.flatMap((it) => [it, `{"data":${it}}`])) {
        localStorage.setItem(SESSION_KEY, text)
        const { app } = await start(() => Response.json({}))
        expect(app.session.getSnapshot().value).toBe('signedOut')
        app.close()
      }
    },
  )

  test.each([
    ['tokens alone, without an account', { token: 'x', refreshToken: 'y' }],
    ['the data without its wrapper', session()],
    ['a wrapper of another name', { user: session() }],
    ['settings that are a list', { data: { ...session(), settings: [] } }],
    ['assets that are an object', { data: { ...session(), assets: { 0: 'a' } } }],
    ['a refresh token with control characters', { data: { ...session(), refreshToken: 'r\u0000\u202e' } }],
    ['a refresh token of a megabyte', { data: { ...session(), refreshToken: 'r'.repeat(1_000_000) } }],
    ['an access token with a line break', { data: { ...session(), token: 't\nt' } }],
  ])('starts signed out if the stored session has an old or broken shape: %s', async (_, storedRecord) => {
    localStorage.setItem(SESSION_KEY, JSON.stringify(storedRecord))
    const { app, calls } = await start(() => Response.json({}))
    expect([app.session.getSnapshot().value, calls]).toEqual(['signedOut', []])
  })

  test('ignores flags of an older version in a valid session', async () => {
    const data = session()
    localStorage.setItem(
      SESSION_KEY,
      JSON.stringify({ ...toSessionRecord(data), isCreating: true, isLoggingOut: true, v: 1 }),
    )
    const { app } = await start(() => Response.json(TAGS))
    expect([app.session.getSnapshot().matches('signedIn'), app.session.getSnapshot().context.data]).toEqual([
      true,
      data,
    ])
  })

  test.each([
    ['is denied', () => ['getItem', 'setItem', 'removeItem'] as const],
    ['is full', () => ['setItem'] as const],
  ])('signs in, refreshes and signs out even if storage %s', async (_, failingMethod) => {
    storeSession(session({ token: staleToken(), refreshToken: 'left over' }))
    for (const name of failingMethod()) {
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('no', 'QuotaExceededError')
      })
    }
    localStorage.clear()
    const renewedSession = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await start((path) => {
      if (path === '/v1/auth/login') return Response.json(session({ token: staleToken() }))
      return Response.json(path === '/v1/auth/refresh' ? renewedSession : TAGS)
    })
    app.session.send({ type: 'login.submitted', email: 'one@atelier.example', password: 'x' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedIn'))
    await app.api.tags.list()
    await app.api.tags.list()
    expect(calls).toEqual(['/v1/auth/login', '/v1/auth/refresh', '/v1/tags', '/v1/tags'])
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    vi.restoreAllMocks()
    expect(readStoredRecord()).toBe(null)
  })
})

/** Never resolves, like a lock that is never free. Rejects when `signal` aborts. */
const waitForAbort = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
