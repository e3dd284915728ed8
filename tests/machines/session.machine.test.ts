import { describe, expect, test } from 'vitest'
import type { SessionData } from '../../src/api/contract/auth.ts'
import { ApiError } from '../../src/api/contract/errors.ts'
import { sessionMachine } from '../../src/machines/session.machine.ts'
import { answers, fails, startWalk, walkEveryPath } from '../support/walk.ts'

const verified: SessionData = {
  token: 'token-1',
  refreshToken: 'refresh-1',
  _id: 'user-1',
  email: 'one@atelier.example',
  verifiedAt: '2026-01-01T00:00:00.000Z',
  assets: [],
  wallets: [],
  settings: { isPasswordUpdated: false, isEmailVerified: true },
}
const { verifiedAt: _, ...unverified } = { ...verified, token: 'token-unverified' }
const refreshed: SessionData = { ...verified, token: 'token-2', refreshToken: 'refresh-2' }
const over = new ApiError('http', 'auth', { status: 401 })
const passing = new ApiError('FETCH_ERROR', 'auth')
const login = { type: 'login.submitted', email: 'one@atelier.example', password: 'secret' } as const

describe('session', () => {
  walkEveryPath(sessionMachine, {
    happenings: [
      answers('restoreSession', null),
      answers('restoreSession', verified),
      fails('restoreSession', new Error('storage denied')),
      login,
      { type: 'guest.requested' },
      answers('login', verified),
      answers('login', unverified),
      fails('login', passing),
      answers('signUpGuest', verified),
      fails('signUpGuest', passing),
      { type: 'refresh.requested' },
      answers('refreshToken', refreshed),
      fails('refreshToken', over),
      fails('refreshToken', passing),
      { type: 'logout.requested' },
      answers('logout'),
      fails('logout', passing),
      { type: 'record.changed', data: refreshed },
      { type: 'record.changed', data: null },
    ],
    sees: ({ data, error }) => [data?.token, error instanceof Error ? error.name + error.message : null],
  })

  test('closes exactly once when the refresh says that it is over, and keeps nothing', () => {
    const walk = startWalk(sessionMachine)
    const closed: unknown[] = []
    walk.actor.on('session.closed', (event) => closed.push(event))
    walk.happens(answers('restoreSession', verified))
    walk.happens({ type: 'refresh.requested' })
    walk.happens(fails('refreshToken', over))
    expect(walk.actor.getSnapshot().value).toBe('signedOut')
    expect(walk.actor.getSnapshot().context.data).toBe(null)
    expect(closed).toEqual([{ type: 'session.closed', reason: 'login_required' }])
  })

  test('a passing fault of the refresh logs nobody out', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', verified))
    walk.happens({ type: 'refresh.requested' })
    walk.happens(fails('refreshToken', passing))
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'settled' })
    expect(walk.actor.getSnapshot().context).toEqual({ data: verified, error: passing })
  })

  test('a logout under way of a refresh wins over it', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', verified))
    walk.happens({ type: 'refresh.requested' })
    walk.happens({ type: 'logout.requested' })
    expect(() => walk.happens(answers('refreshToken', refreshed))).toThrow(/refreshToken/)
    walk.happens(answers('logout'))
    expect(walk.actor.getSnapshot().context.data).toBe(null)
  })

  test('a login whose answer is not verified counts as failed and is logged out with its refresh token', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', null))
    walk.happens(login)
    walk.happens(answers('login', unverified))
    expect(walk.actor.getSnapshot().value).toBe('rejectingUnverified')
    walk.happens(answers('logout'))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data, (context.error as Error).name]).toEqual(['signedOut', null, 'USER_NOT_VERIFIED'])
  })
})
