import { describe, expect, test } from 'vitest'
import { sessionMachine } from '../../src/machines/session.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { tokenWith } from '../support/tokens.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import { guest, login, over, passing, refreshed, sessionModels, unverified, verified } from './session.model.ts'

followsRecord('session', sessionModels)

describe('session', () => {
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

  test('a verification that ended the session it was asked for in leaves nobody signed in, and says what sets a password', () => {
    const cleared = { email: verified.email!, passwordCleared: true, signedOut: true, resetId: 'reset-1' }
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', unverified))
    walk.happens({ type: 'verification.submitted', verificationId: 'link', keepSignUp: false })
    walk.happens(answers('refreshToken', unverified))
    walk.happens(answers('verifyEmail', cleared))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data, context.notice, context.verified]).toEqual(['signedOut', null, 'verified', cleared])
  })

  test('a link of another account changes nothing of the one that is signed in', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', unverified))
    walk.happens({ type: 'verification.submitted', verificationId: 'link' })
    walk.happens(answers('refreshToken', unverified))
    walk.happens(
      answers('verifyEmail', {
        verifiedAt: '2026-02-02T00:00:00.000Z',
        email: 'else@atelier.example',
        signedOut: true,
      }),
    )
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data, context.notice]).toEqual([{ signedIn: 'settled' }, unverified, 'verified'])
  })

  test.each([
    { who: 'nobody', data: null, before: [] },
    // The server knows a guest's own address by a token that still counts.
    { who: 'a guest', data: guest, before: [answers('refreshToken', refreshed)] },
  ])('who waits for a code and is signed in as $who can verify an address', ({ data, before }) => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', data))
    walk.happens({ type: 'code.awaited', email: 'one@atelier.example' })
    walk.happens({ type: 'verification.submitted', email: 'one@atelier.example', code: '123456' })
    for (const happening of before) walk.happens(happening)
    expect(walk.actor.getSnapshot().value).toBe('verifying')
    walk.happens(answers('verifyEmail', { email: 'one@atelier.example', verifiedAt: '2026-02-02T00:00:00.000Z' }))
    expect(walk.actor.getSnapshot().context.notice).toBe('verified')
  })

  test('who waits for a code can have the mail that verifies sent again', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', null))
    walk.happens({ type: 'code.awaited', email: 'one@atelier.example' })
    walk.happens({ type: 'verification.requested', email: 'one@atelier.example' })
    walk.happens(answers('requestVerification'))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.notice]).toEqual(['signedOut', 'verificationSent'])
  })

  test('a code that takes a password away opens the session, says so, and keeps no word of it in the session’s record', () => {
    const walk = startWalk(sessionMachine)
    const opened: unknown[] = []
    walk.actor.on('session.opened', (event) => opened.push(event))
    walk.happens(answers('restoreSession', null))
    walk.happens({ type: 'code.awaited', email: 'one@atelier.example' })
    walk.happens({ type: 'code.submitted', code: '123456' })
    walk.happens(answers('login', { ...verified, passwordCleared: true }))
    expect(opened).toEqual([{ type: 'session.opened', passwordCleared: true }])
    expect(walk.actor.getSnapshot().context).toMatchObject({ data: verified, verified: { passwordCleared: true } })
    expect(walk.actor.getSnapshot().context.data).not.toHaveProperty('passwordCleared')
    walk.happens({ type: 'password.changed' })
    expect(walk.actor.getSnapshot().context.verified).toBe(null)
  })

  test('a passing fault of the refresh logs nobody out', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', verified))
    walk.happens({ type: 'refresh.requested' })
    walk.happens(fails('refreshToken', passing))
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'settled' })
    expect(walk.actor.getSnapshot().context).toMatchObject({ data: verified, error: passing })
  })

  test('a logout is at once, waits for no server, and hands over what the server is told behind it', () => {
    const walk = startWalk(sessionMachine)
    const told: unknown[] = []
    walk.actor.on('*', (event) => told.push(event))
    walk.happens(answers('restoreSession', verified))
    walk.happens({ type: 'logout.requested' })
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data]).toEqual(['signedOut', null])
    expect(told).toEqual([
      { type: 'session.left', refreshToken: 'refresh-1' },
      { type: 'session.closed', reason: 'logged_out' },
    ])
    walk.happens(login)
    walk.happens(answers('login', { ...verified, _id: 'user-2' }))
    expect(walk.actor.getSnapshot().context.data?._id).toBe('user-2')
  })

  test('a logout under way of a refresh wins over it', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', verified))
    walk.happens({ type: 'refresh.requested' })
    walk.happens({ type: 'logout.requested' })
    expect(() => walk.happens(answers('refreshToken', refreshed))).toThrow(/refreshToken/)
    expect(walk.actor.getSnapshot().context.data).toBe(null)
  })

  test('a session whose fresh token is refused is over: signing in is needed', () => {
    const walk = startWalk(sessionMachine)
    const closed: unknown[] = []
    walk.actor.on('session.closed', (event) => closed.push(event))
    walk.happens({ type: 'session.refused' })
    walk.happens(answers('restoreSession', verified))
    walk.happens({ type: 'session.refused' })
    walk.happens({ type: 'session.refused' })
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data, closed]).toEqual([
      'signedOut',
      null,
      [{ type: 'session.closed', reason: 'login_required' }],
    ])
  })

  test('a login whose answer is not verified fails at once, and hands over what the server is told behind it', () => {
    const walk = startWalk(sessionMachine)
    const told: unknown[] = []
    walk.actor.on('*', (event) => told.push(event))
    walk.happens(answers('restoreSession', null))
    walk.happens(login)
    walk.happens(answers('login', { ...unverified, refreshToken: 'refresh-unverified' }))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data, (context.error as Error).name]).toEqual(['signedOut', null, 'USER_NOT_VERIFIED'])
    // It never was a session of anybody's: nothing opens, nothing closes.
    expect(told).toEqual([{ type: 'session.left', refreshToken: 'refresh-unverified' }])
  })

  test('what is asked for during a refresh waits for its answer', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', verified))
    walk.happens({ type: 'refresh.requested' })
    walk.happens({ type: 'verification.submitted', verificationId: 'link' })
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'refreshing' })
    walk.happens(answers('refreshToken', refreshed))
    expect([walk.actor.getSnapshot().value, walk.actor.getSnapshot().context.data]).toEqual(['verifying', refreshed])
  })

  test('a token that is refused while another is fetched ends nothing: the answer decides', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', verified))
    walk.happens({ type: 'refresh.requested' })
    walk.happens({ type: 'session.refused' })
    walk.happens(answers('refreshToken', refreshed))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data]).toEqual([{ signedIn: 'settled' }, refreshed])
  })

  test('a name and a password that were changed while something else is asked for are kept', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', unverified))
    walk.happens({ type: 'verification.requested', email: 'one@atelier.example' })
    walk.happens({ type: 'profile.changed', name: 'One' })
    walk.happens({ type: 'password.changed' })
    expect(walk.actor.getSnapshot().value).toBe('requestingVerification')
    walk.happens(answers('requestVerification'))
    expect(walk.actor.getSnapshot().context.data).toMatchObject({ name: 'One', settings: { isPasswordUpdated: true } })
  })

  test('another tab’s news of the same account cuts off neither a refresh nor a sign-up', () => {
    const news = { type: 'record.changed', data: { ...guest, name: 'Elsewhere' } } as const
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', guest))
    walk.happens({ type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' })
    walk.happens(news)
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'refreshing' })
    walk.happens(answers('refreshToken', guest))
    walk.happens(news)
    expect(walk.actor.getSnapshot().value).toBe('signingUp')
    walk.happens(fails('signUp', passing))
    walk.happens(news)
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'settled' })
  })

  test('newer tokens of another tab end a refresh under way, older ones are not taken', () => {
    const issued = (iat: number, name: string) => ({
      ...verified,
      token: tokenWith({ iat }),
      refreshToken: `refresh-${name}`,
      name,
    })
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', issued(200, 'ours')))
    walk.happens({ type: 'refresh.requested' })
    walk.happens({ type: 'record.changed', data: issued(100, 'older') })
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'refreshing' })
    expect(walk.actor.getSnapshot().context.data).toEqual({ ...issued(200, 'ours'), name: 'older' })
    walk.happens({ type: 'record.changed', data: issued(300, 'newer') })
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'settled' })
    expect(walk.actor.getSnapshot().context.data).toEqual(issued(300, 'newer'))
  })

  test('a wrong code leaves the person where codes are typed, with the address kept', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', null))
    walk.happens({ type: 'code.requested', email: 'one@atelier.example' })
    walk.happens(answers('requestCode'))
    walk.happens({ type: 'code.submitted', code: '000000' })
    walk.happens(fails('login', passing))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.email, context.error]).toEqual(['awaitingCode', 'one@atelier.example', passing])
  })

  test('verifying sets the flag and the moment, changing the password its flag, changing the name the name', () => {
    const walk = startWalk(sessionMachine)
    walk.happens(answers('restoreSession', unverified))
    walk.happens({ type: 'verification.submitted', email: 'one@atelier.example', code: '123456' })
    walk.happens(answers('refreshToken', unverified))
    walk.happens(answers('verifyEmail', { verifiedAt: '2026-02-02T00:00:00.000Z' }))
    walk.happens({ type: 'password.changed' })
    walk.happens({ type: 'profile.changed', name: 'One' })
    expect(walk.actor.getSnapshot().context.data).toEqual({
      ...unverified,
      verifiedAt: '2026-02-02T00:00:00.000Z',
      name: 'One',
      settings: { isPasswordUpdated: true, isEmailVerified: true },
    })
    walk.happens({ type: 'profile.changed' })
    expect(walk.actor.getSnapshot().context.data).not.toHaveProperty('name')
  })
})
