// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { CODE_REQUESTS_KEY } from '../../src/api/code-requests.ts'
import { SESSION_KEY, toSessionRecord } from '../../src/machines/session/session-record.ts'
import { device } from '../support/fake-idb-keyval.ts'
import {
  closeApps,
  createErrorResponse,
  createFreshToken,
  createSession,
  createStaleToken,
  EMPTY_TAG_PAGE,
  readStoredRecord,
  resetDevice,
  startApp,
  storeSession,
} from '../support/start-app.ts'

/** Never resolves, like a lock that is never free. Rejects when `signal` aborts. */
const waitForAbort = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

vi.mock('idb-keyval', () => import('../support/fake-idb-keyval.ts'))

beforeEach(resetDevice)
afterEach(closeApps)

describe('the app', () => {
  test('signs out without waiting for the server, and a late response does not affect the next session', async () => {
    storeSession(createSession())
    let respond: (response: Response) => void = () => {}
    const pendingResponse = new Promise<Response>((resolve) => {
      respond = resolve
    })
    const bodies: unknown[] = []
    const other = createSession({ _id: 'user-2', refreshToken: 'refresh-9', token: createFreshToken('other') })
    const { app } = await startApp(async (path, request) => {
      if (path === '/v1/auth/login') return Response.json(other)
      bodies.push(await request.json())
      return pendingResponse
    })
    app.session.send({ type: 'logout.requested' })
    expect([app.session.getSnapshot().value, readStoredRecord()]).toEqual(['signedOut', null])
    app.session.send({ type: 'login.submitted', email: 'two@atelier.example', password: 'correct horse' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedIn'))
    respond(createErrorResponse('INTERNAL'))
    await pendingResponse
    await vi.waitFor(() => expect(bodies).toEqual([{ refreshToken: 'refresh-1' }]))
    expect([app.session.getSnapshot().context.data?._id, readStoredRecord()]).toEqual([
      'user-2',
      toSessionRecord(other),
    ])
  })

  test('reports a sign-out to the server once the browser is back online', async () => {
    storeSession(createSession())
    let isOffline = true
    const { app, calls } = await startApp(() => (isOffline ? Promise.reject(new TypeError('cut')) : Response.json({})))
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

  test('deletes all data of an ended session from the device', async () => {
    storeSession(createSession({ token: createStaleToken() }))
    const renewedSession = createSession({ token: createStaleToken(), refreshToken: 'refresh-2' })
    let refreshes = 0
    const { app } = await startApp((path) => {
      if (path !== '/v1/auth/refresh') return Response.json(EMPTY_TAG_PAGE)
      refreshes += 1
      return refreshes === 1 ? Response.json(renewedSession) : createErrorResponse('REFRESH_TOKEN_REVOKED')
    })
    await app.api.tags.list()
    expect(device.entries.size).toBe(1)
    await app.api.tags.list().catch(() => {})
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    await vi.waitFor(() => expect([device.entries.size, readStoredRecord()]).toEqual([0, null]))
  })

  test('on sign-out, deletes the stored e-mail address that a sign-in code was sent to', async () => {
    storeSession(createSession())
    const { app } = await startApp(() => Response.json({ requestId: 'x'.repeat(43) }))
    await app.api.auth.requestLoginCode({ body: { email: 'two@atelier.example' } })
    expect(localStorage.getItem(CODE_REQUESTS_KEY)).toContain('two@atelier.example')
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    expect(localStorage.getItem(CODE_REQUESTS_KEY)).toBeNull()
  })

  test('signs out when another tab signs out', async () => {
    storeSession(createSession())
    const { app } = await startApp(() => Response.json(EMPTY_TAG_PAGE))
    const closed = new Promise((resolve) => app.session.on('session.closed', resolve))
    localStorage.removeItem(SESSION_KEY)
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null }))
    expect(await closed).toEqual({ type: 'session.closed', reason: 'logged_out' })
  })

  test('discards the result of a refresh that ends after a sign-out', async () => {
    storeSession(createSession({ token: createStaleToken() }))
    let respond: (response: Response) => void = () => {}
    const pendingResponse = new Promise<Response>((resolve) => {
      respond = resolve
    })
    const { app } = await startApp((path) => (path === '/v1/auth/refresh' ? pendingResponse : Response.json({})))
    const call = app.api.tags.list().catch(() => 'refused')
    await waitFor(app.session, (snapshot) => snapshot.matches({ signedIn: 'refreshing' }))
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    respond(Response.json(createSession({ token: createFreshToken('late') })))
    await call
    expect(readStoredRecord()).toBe(null)
  })

  test('a sign-out at any point of a token refresh leaves no session in memory or storage', async () => {
    const results: unknown[] = []
    for (let ticks = 0; ticks <= 120; ticks++) {
      storeSession(createSession({ token: createStaleToken() }))
      const renewedSession = createSession({ token: createFreshToken('second'), refreshToken: 'refresh-2' })
      const { app } = await startApp((path) =>
        Response.json(path === '/v1/auth/refresh' ? renewedSession : EMPTY_TAG_PAGE),
      )
      const call = app.api.tags.list().catch(() => 'refused')
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
      app.session.send({ type: 'logout.requested' })
      await Promise.all([call, waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))])
      results.push([app.session.getSnapshot().context.data, readStoredRecord()])
      app.close()
    }
    expect(results).toEqual(Array.from({ length: 121 }, () => [null, null]))
  })

  test('signs out without waiting for the refresh lock of another tab', async () => {
    storeSession(createSession({ token: createStaleToken() }))
    const waiting = { request: (_: string, { signal }: { signal: AbortSignal }) => waitForAbort(signal) }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: waiting }))
    const { app, calls } = await startApp(() => Response.json({}))
    const call = app.api.tags.list().catch(() => 'refused')
    await waitFor(app.session, (snapshot) => snapshot.matches({ signedIn: 'refreshing' }))
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    await call
    expect([calls.filter((path) => path !== '/v1/tags'), readStoredRecord()]).toEqual([['/v1/auth/logout'], null])
  })

  test('signs out even if the server fails', async () => {
    storeSession(createSession())
    const { app } = await startApp(() => createErrorResponse('INTERNAL'))
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    expect([app.session.getSnapshot().context.error, readStoredRecord()]).toEqual([null, null])
  })
})
