// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { createApp } from '../../src/app.ts'
import { SESSION_KEY, toSessionRecord } from '../../src/machines/session/session-record.ts'
import {
  closeApps,
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
  test('resolves a path in an API response against the base URL of the API', () => {
    const addressAt = (apiBase: string) => {
      const app = createApp({ apiBase })
      const address = app.addressOf('/files/s.psd?grant=g')
      app.close()
      return address
    }
    expect(addressAt('https://api.atelier.example')).toBe('https://api.atelier.example/files/s.psd?grant=g')
    expect(addressAt('https://atelier.example/api/')).toBe('https://atelier.example/api/files/s.psd?grant=g')
    expect(addressAt('')).toBe(`${location.origin}/files/s.psd?grant=g`)
  })

  test('does not write a restored session back to storage, because storage may contain newer tokens', async () => {
    storeSession(createSession())
    const setItem = vi.spyOn(Storage.prototype, 'setItem')
    const { app } = await startApp(() => Response.json(EMPTY_TAG_PAGE))
    await app.api.tags.list()
    expect(app.session.getSnapshot().value).toEqual({ signedIn: 'settled' })
    expect(setItem.mock.calls.map(([key]) => key)).not.toContain(SESSION_KEY)
  })

  test('stores no session of an unverified user, and ends that session on the server', async () => {
    const { verifiedAt: _, ...unverified } = createSession()
    const setItem = vi.spyOn(Storage.prototype, 'setItem')
    const signOutRequests: unknown[] = []
    // The client does not wait for the sign-out request to end.
    const { app } = await startApp(async (path, request) => {
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

  test("does not replace another tab's newer tokens when it saves a changed profile", async () => {
    const oldSession = createSession({
      token: createUnsignedToken({ ability: [['read', 'all']], iat: readSeconds() - 60, exp: readSeconds() + 840 }),
    })
    storeSession(oldSession)
    const { app } = await startApp(() => Response.json({}))
    const otherSession = createSession({ token: createFreshToken('theirs'), refreshToken: 'refresh-theirs' })
    storeSession(otherSession)
    app.session.send({ type: 'profile.changed', name: 'One' })
    expect(readStoredRecord()).toEqual(toSessionRecord({ ...otherSession, name: 'One' }))
  })

  const naughtyStringsPath = resolve(import.meta.dirname, '../../../shared/data/strings/blns.json')
  const naughtyStrings: unknown[] = existsSync(naughtyStringsPath)
    ? JSON.parse(readFileSync(naughtyStringsPath, 'utf8'))
    : []
  test.each([
    ...['', '{', 'null', '[]', '"x"', '0', '{"data":null}', '{"data":[]}', '{"data":{"token":"x"}}', '\u0000'],
    JSON.stringify(toSessionRecord({ ...createSession(), refreshToken: '' })),
    JSON.stringify({ ...toSessionRecord(createSession()), data: { ...createSession(), wallets: 'none' } }),
    '{"__proto__":{"data":{"token":"x","refreshToken":"y"}}}',
    // Close to the browser limit of 5 million characters per origin.
    'a'.repeat(4_999_000),
  ])('starts signed out if the stored session is invalid (case %#)', async (text) => {
    localStorage.setItem(SESSION_KEY, text)
    const { app } = await startApp(() => Response.json({}))
    expect(app.session.getSnapshot().value).toBe('signedOut')
    app.close()
  })

  test.skipIf(naughtyStrings.length === 0)(
    'starts signed out with each string of the Big List of Naughty Strings as the stored session',
    async () => {
      for (const text of naughtyStrings) {
        localStorage.setItem(SESSION_KEY, String(text))
        const { app } = await startApp(() => Response.json({}))
        expect(app.session.getSnapshot().value).toBe('signedOut')
        app.close()
      }
    },
  )

  const suite = resolve(import.meta.dirname, '../../../shared/data/strings/json-parsing')
  const texts = existsSync(suite) ? readdirSync(suite).map((name) => readFileSync(resolve(suite, name), 'utf8')) : []
  test.skipIf(texts.length === 0)(
    'starts signed out with each file of a JSON parsing suite as the stored session',
    async () => {
      expect(texts.length).toBeGreaterThan(200)
      for (const text of texts.flatMap((it) => [it, `{"data":${it}}`])) {
        localStorage.setItem(SESSION_KEY, text)
        const { app } = await startApp(() => Response.json({}))
        expect(app.session.getSnapshot().value).toBe('signedOut')
        app.close()
      }
    },
  )

  test.each([
    ['tokens alone, without an account', { token: 'x', refreshToken: 'y' }],
    ['the data without its wrapper', createSession()],
    ['a wrapper of another name', { user: createSession() }],
    ['settings that are a list', { data: { ...createSession(), settings: [] } }],
    ['assets that are an object', { data: { ...createSession(), assets: { 0: 'a' } } }],
    ['a refresh token with control characters', { data: { ...createSession(), refreshToken: 'r\u0000\u202e' } }],
    ['a refresh token of a megabyte', { data: { ...createSession(), refreshToken: 'r'.repeat(1_000_000) } }],
    ['an access token with a line break', { data: { ...createSession(), token: 't\nt' } }],
  ])('starts signed out if the stored session has an old or broken shape: %s', async (_, storedRecord) => {
    localStorage.setItem(SESSION_KEY, JSON.stringify(storedRecord))
    const { app, calls } = await startApp(() => Response.json({}))
    expect([app.session.getSnapshot().value, calls]).toEqual(['signedOut', []])
  })

  test('ignores flags of an older version in a valid session', async () => {
    const data = createSession()
    localStorage.setItem(
      SESSION_KEY,
      JSON.stringify({ ...toSessionRecord(data), isCreating: true, isLoggingOut: true, v: 1 }),
    )
    const { app } = await startApp(() => Response.json(EMPTY_TAG_PAGE))
    expect([app.session.getSnapshot().matches('signedIn'), app.session.getSnapshot().context.data]).toEqual([
      true,
      data,
    ])
  })

  test.each([
    ['is denied', () => ['getItem', 'setItem', 'removeItem'] as const],
    ['is full', () => ['setItem'] as const],
  ])('signs in, refreshes and signs out even if storage %s', async (_, failingMethod) => {
    storeSession(createSession({ token: createStaleToken(), refreshToken: 'left over' }))
    for (const name of failingMethod()) {
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('no', 'QuotaExceededError')
      })
    }
    localStorage.clear()
    const renewedSession = createSession({ token: createFreshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await startApp((path) => {
      if (path === '/v1/auth/login') return Response.json(createSession({ token: createStaleToken() }))
      return Response.json(path === '/v1/auth/refresh' ? renewedSession : EMPTY_TAG_PAGE)
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
