// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { toSessionRecord } from '../../src/machines/session/session-record.ts'
import { device } from '../support/fake-idb-keyval.ts'
import {
  closeApps,
  createErrorResponse,
  createFreshToken,
  createSession,
  createStaleToken,
  EMPTY_TAG_PAGE,
  readSeconds,
  readStoredRecord,
  resetDevice,
  startApp,
  storeSession,
} from '../support/start-app.ts'
import { createUnsignedToken } from '../support/unsigned-token.ts'

vi.mock('idb-keyval', () => import('../support/fake-idb-keyval.ts'))

beforeEach(resetDevice)
afterEach(closeApps)

describe('the app', () => {
  test('makes one token refresh for 200 calls with an expired token, and all calls succeed', async () => {
    storeSession(createSession({ token: createStaleToken() }))
    const renewedSession = createSession({ token: createFreshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await startApp((path, request) => {
      if (path === '/v1/auth/refresh') return Response.json(renewedSession)
      expect(request.headers.get('authorization')).toBe(`Bearer ${renewedSession.token}`)
      return Response.json(EMPTY_TAG_PAGE)
    })
    const responses = await Promise.all(Array.from({ length: 200 }, () => app.api.tags.list()))
    expect(responses).toHaveLength(200)
    expect(calls.filter((path) => path === '/v1/auth/refresh')).toHaveLength(1)
    expect(readStoredRecord()).toEqual(toSessionRecord(renewedSession))
  })

  test.each([
    ['the server fails', () => createErrorResponse('INTERNAL')],
    ['the connection is cut', () => Promise.reject(new TypeError('reset'))],
    ['a proxy responds with a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('keeps the session when %s during a refresh', async (_, respond) => {
    const data = createSession({ token: createStaleToken() })
    storeSession(data)
    const { app } = await startApp(respond)
    await expect(app.api.tags.list()).rejects.toMatchObject({ name: 'ApiError', service: 'auth' })
    expect(app.session.getSnapshot().matches('signedIn')).toBe(true)
    expect(readStoredRecord()).toEqual(toSessionRecord(data))
  })

  test.each(['REFRESH_TOKEN_EXPIRED', 'REFRESH_TOKEN_REVOKED', 'REFRESH_TOKEN_NOT_FOUND'] as const)(
    'ends the session once for all pending calls on %s',
    async (code) => {
      storeSession(createSession({ token: createStaleToken() }))
      const { app } = await startApp(() => createErrorResponse(code))
      const closed: unknown[] = []
      app.session.on('session.closed', (event) => closed.push(event))
      const calls = await Promise.allSettled(Array.from({ length: 20 }, () => app.api.tags.list()))
      expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['rejected']))
      expect(closed).toEqual([{ type: 'session.closed', reason: 'login_required' }])
      expect(readStoredRecord()).toBe(null)
    },
  )

  test('ends the session once for all calls if a refreshed token is refused with 401', async () => {
    storeSession(createSession())
    const renewedSession = createSession({ token: createFreshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await startApp((path) =>
      path === '/v1/auth/refresh' ? Response.json(renewedSession) : createErrorResponse('NOT_SIGNED_IN'),
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
    storeSession(createSession())
    const renewedSession = createSession({ token: createFreshToken('second'), refreshToken: 'refresh-2' })
    const { app } = await startApp((path, request) => {
      if (path === '/v1/auth/refresh') return Response.json(renewedSession)
      return request.headers.get('authorization')?.includes(renewedSession.token)
        ? Response.json(EMPTY_TAG_PAGE)
        : createErrorResponse('TOKEN_EXPIRED')
    })
    await expect(app.api.tags.list()).resolves.toEqual(EMPTY_TAG_PAGE)
    expect(app.session.getSnapshot().matches('signedIn')).toBe(true)
  })

  test('keeps the session if a call is refused with 404', async () => {
    storeSession(createSession())
    const { app } = await startApp(() => createErrorResponse('NOT_FOUND'))
    await expect(app.api.assets.get({ id: 'x' })).rejects.toMatchObject({ status: 404 })
    expect(app.session.getSnapshot().matches('signedIn')).toBe(true)
  })

  test("refreshes a token that has expired by the server's clock, even if the device's clock is slow", async () => {
    // The device's clock is an hour slow, so an expired token seems valid.
    const data = createSession()
    storeSession(data)
    const serverTime = new Date(Date.now() + 3_600_000).toUTCString()
    const renewedSession = createSession({
      token: createUnsignedToken({ ability: [['read', 'all']], iat: readSeconds(), exp: readSeconds() + 9000 }),
    })
    const { app, calls } = await startApp((path) =>
      Response.json(path === '/v1/auth/refresh' ? renewedSession : EMPTY_TAG_PAGE, { headers: { date: serverTime } }),
    )
    await app.api.tags.list()
    await app.api.tags.list()
    expect(calls).toEqual(['/v1/tags', '/v1/auth/refresh', '/v1/tags'])
  })

  test('uses tokens that another tab has refreshed', async () => {
    const oldSession = createSession({ token: createStaleToken() })
    const otherSession = createSession({ token: createFreshToken('theirs'), refreshToken: 'refresh-theirs' })
    storeSession(oldSession)
    const { app, calls } = await startApp(() => Response.json(EMPTY_TAG_PAGE))
    storeSession(otherSession)
    await app.api.tags.list()
    expect(calls).toEqual(['/v1/tags'])
    expect(app.session.getSnapshot().context.data?.refreshToken).toBe('refresh-theirs')
  })

  test("uses another tab's tokens even if local storage does not show them in this tab yet", async () => {
    const oldSession = createSession({ token: createStaleToken() })
    const otherSession = createSession({ token: createFreshToken('theirs'), refreshToken: 'refresh-theirs' })
    storeSession(oldSession)
    const first = await startApp((path) => Response.json(path === '/v1/auth/refresh' ? otherSession : EMPTY_TAG_PAGE))
    await first.app.api.tags.list()
    storeSession(oldSession)
    const second = await startApp(() => Response.json(EMPTY_TAG_PAGE))
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
    storeSession(createSession({ token: createStaleToken() }))
    device.beforeAccess = open
    const renewedSession = createSession({ token: createFreshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await startApp((path) =>
      Response.json(path === '/v1/auth/refresh' ? renewedSession : EMPTY_TAG_PAGE),
    )
    await app.api.tags.list()
    expect([calls, readStoredRecord()]).toEqual([['/v1/auth/refresh', '/v1/tags'], toSessionRecord(renewedSession)])
  })

  test('stores new tokens before it releases the refresh lock, so that no other tab reuses the old tokens', async () => {
    storeSession(createSession({ token: createStaleToken() }))
    const renewedSession = createSession({ token: createFreshToken('second'), refreshToken: 'refresh-2' })
    const found: unknown[] = []
    const request = async (_: string, __: unknown, sendRequest: () => Promise<unknown>) => {
      const response = await sendRequest()
      found.push(readStoredRecord())
      return response
    }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
    const { app } = await startApp((path) =>
      Response.json(path === '/v1/auth/refresh' ? renewedSession : EMPTY_TAG_PAGE),
    )
    await app.api.tags.list()
    expect(found).toEqual([toSessionRecord(renewedSession)])
  })

  test("refreshes a guest's expired token before sign-up, so that the server keeps the wardrobe", async () => {
    const { email: _, ...guest } = createSession({ _id: 'guest-1', token: createStaleToken() })
    storeSession(guest)
    const renewedSession = { ...guest, token: createFreshToken('guest'), refreshToken: 'refresh-2' }
    const bearers: (string | null)[] = []
    const { app, calls } = await startApp((path, request) => {
      if (path === '/v1/auth/refresh') return Response.json(renewedSession)
      bearers.push(request.headers.get('authorization'))
      return Response.json({ ...renewedSession, email: 'two@atelier.example' })
    })
    app.session.send({ type: 'signup.submitted', email: 'two@atelier.example', password: 'correct horse battery' })
    await waitFor(app.session, ({ context }) => context.data?.email === 'two@atelier.example')
    expect([calls, bearers]).toEqual([['/v1/auth/refresh', '/v1/auth/signup'], [`Bearer ${renewedSession.token}`]])
    expect(app.session.getSnapshot().context.data?._id).toBe('guest-1')
  })
})
