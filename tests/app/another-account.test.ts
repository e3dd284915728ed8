// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionData } from '../../src/api/contract/auth.ts'
import { SESSION_KEY, toSessionRecord } from '../../src/machines/session/session-record.ts'
import { device } from '../support/fake-idb-keyval.ts'
import {
  closeApps,
  createErrorResponse,
  createFreshToken,
  createSession,
  createStaleToken,
  EMPTY_TAG_PAGE,
  resetDevice,
  startApp,
  storeSession,
} from '../support/start-app.ts'

vi.mock('idb-keyval', () => import('../support/fake-idb-keyval.ts'))

beforeEach(resetDevice)
afterEach(closeApps)

describe('the app', () => {
  describe('another account', () => {
    const another = () => createSession({ _id: 'user-2', token: createFreshToken('second'), refreshToken: 'refresh-2' })
    const signInElsewhere = (data: SessionData) =>
      window.dispatchEvent(
        new StorageEvent('storage', { key: SESSION_KEY, newValue: JSON.stringify(toSessionRecord(data)) }),
      )

    test.each(['another tab signed in to', 'a guest signed up for'])(
      'that %s sees no cached responses of the previous account',
      async (change) => {
        const ownSession = createSession()
        const { email: _, ...guest } = ownSession
        const [former, next] = change.startsWith('another') ? [ownSession, another()] : [guest, ownSession]
        storeSession(former)
        const { app } = await startApp(() => Response.json(EMPTY_TAG_PAGE))
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
        const { email: __, ...guest } = createSession()
        storeSession(isGuest ? guest : createSession())
        await startApp(() => Response.json(EMPTY_TAG_PAGE))
        device.entries.set('list/assets/views', []).set('draft/new-asset', {})
        signInElsewhere(another())
        await vi.waitFor(() => expect([...device.entries.keys()]).toEqual(remainingKeys))
        // A sign-in with another account deletes all local data of the previous one.
        signInElsewhere(createSession({ _id: 'user-3', token: createFreshToken('third') }))
        await vi.waitFor(() => expect(device.entries.size).toBe(0))
      },
    )

    test('receives no response to requests of the previous account, and sends no pending request of it', async () => {
      const ownSession = createSession()
      storeSession(ownSession)
      let answerFirst = (_: Response) => {}
      const tokensSent: (string | null)[] = []
      const other = another()
      const { app } = await startApp((_, request) => {
        tokensSent.push(request.headers.get('authorization'))
        return tokensSent.length === 1
          ? new Promise((resolve) => (answerFirst = resolve))
          : Response.json(EMPTY_TAG_PAGE)
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
      answerFirst(Response.json(EMPTY_TAG_PAGE))
      expect(await outcome).toBe('AbortError')
      expect(await pendingResponse).toBe('AbortError')
      expect(await app.api.tags.list()).toEqual(EMPTY_TAG_PAGE)
      expect(tokensSent).toEqual([`Bearer ${ownSession.token}`, `Bearer ${other.token}`])
    })

    test("sees no drafts of another user's expired session, but the same user finds the drafts after sign-in", async () => {
      storeSession(createSession({ token: createStaleToken() }))
      device.entries.set('draft', 'typed')
      const { app } = await startApp((path) =>
        path.endsWith('refresh') ? createErrorResponse('REFRESH_TOKEN_EXPIRED') : Response.json(EMPTY_TAG_PAGE),
      )
      await app.api.tags.list().catch(() => {})
      expect(app.session.getSnapshot().value).toBe('signedOut')
      signInElsewhere(createSession())
      await Promise.resolve()
      expect(device.entries.get('draft')).toBe('typed')
      signInElsewhere(another())
      await vi.waitFor(() => expect(device.entries.has('draft')).toBe(false))
    })
  })
})
