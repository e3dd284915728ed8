import { describe, expect, test } from 'vitest'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { actorDone, actorFailed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { createUnsignedToken } from '../../support/unsigned-token.ts'
import {
  guestSession,
  loginSubmitted,
  networkError,
  refreshedSession,
  sessionModels,
  unauthorizedError,
  unverifiedSession,
  verifiedSession,
} from './session.model.ts'

describeMachine('session', sessionModels)

describe('session', () => {
  test('closes once and discards its data when the server refuses to refresh it', () => {
    const walk = startMachineDriver(sessionMachine)
    const closed: unknown[] = []
    walk.actor.on('session.closed', (event) => closed.push(event))
    walk.trigger(actorDone('restoreSession', verifiedSession))
    walk.trigger({ type: 'refresh.requested' })
    walk.trigger(actorFailed('refreshToken', unauthorizedError))
    expect(walk.actor.getSnapshot().value).toBe('signedOut')
    expect(walk.actor.getSnapshot().context.data).toBe(null)
    expect(closed).toEqual([{ type: 'session.closed', reason: 'login_required' }])
  })

  test('signs out after a verification that ended its own session', () => {
    const replaced = { email: verifiedSession.email!, signedOut: true }
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', unverifiedSession))
    walk.trigger({ type: 'verification.submitted', verificationId: 'link', newPassword: 'another' })
    walk.trigger(actorDone('refreshToken', unverifiedSession))
    walk.trigger(actorDone('verifyEmail', replaced))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data, context.notice]).toEqual(['signedOut', null, 'verified'])
  })

  test.each([
    ['adopts the refreshed token', actorDone('refreshToken', refreshedSession), refreshedSession.token],
    ['stays verified if the refresh fails', actorFailed('refreshToken', networkError), unverifiedSession.token],
  ])('refreshes the token immediately after verifying its own address and %s', (_, refresh, token) => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', unverifiedSession))
    walk.trigger({ type: 'verification.submitted', verificationId: 'link', keepSignUp: true })
    walk.trigger(actorDone('refreshToken', unverifiedSession))
    walk.trigger(
      actorDone('verifyEmail', {
        email: verifiedSession.email!,
        verifiedAt: verifiedSession.verifiedAt!,
        signedOut: false,
      }),
    )
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'refreshing' })
    walk.trigger(refresh)
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data?.token, context.data?.verifiedAt, context.notice, context.error]).toEqual([
      { signedIn: 'settled' },
      token,
      verifiedSession.verifiedAt,
      'verified',
      null,
    ])
  })

  test("ignores the verification of another account's address", () => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', unverifiedSession))
    walk.trigger({ type: 'verification.submitted', verificationId: 'link' })
    walk.trigger(actorDone('refreshToken', unverifiedSession))
    walk.trigger(
      actorDone('verifyEmail', {
        verifiedAt: '2026-02-02T00:00:00.000Z',
        email: 'else@atelier.example',
        signedOut: true,
      }),
    )
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data, context.notice]).toEqual([{ signedIn: 'settled' }, unverifiedSession, 'verified'])
  })

  test.each([
    { who: 'a signed-out user', data: null, before: [] },
    // The server identifies a guest by a valid access token, so the machine refreshes an expired one first.
    { who: 'a guest', data: guestSession, before: [actorDone('refreshToken', refreshedSession)] },
  ])('verifies an address while waiting for a sign-in code, for $who', ({ data, before }) => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', data))
    walk.trigger({ type: 'code.awaited', email: 'one@atelier.example' })
    walk.trigger({ type: 'verification.submitted', email: 'one@atelier.example', code: '123456' })
    for (const event of before) walk.trigger(event)
    expect(walk.actor.getSnapshot().value).toBe('verifying')
    walk.trigger(actorDone('verifyEmail', { email: 'one@atelier.example', verifiedAt: '2026-02-02T00:00:00.000Z' }))
    expect(walk.actor.getSnapshot().context.notice).toBe('verified')
  })

  test('requests a new verification mail while waiting for a sign-in code', () => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', null))
    walk.trigger({ type: 'code.awaited', email: 'one@atelier.example' })
    walk.trigger({ type: 'verification.requested', email: 'one@atelier.example' })
    walk.trigger(actorDone('requestVerification'))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.notice]).toEqual(['signedOut', 'verificationSent'])
  })

  test('submits a newly chosen password together with the sign-in code', () => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', null))
    walk.trigger({ type: 'code.awaited', email: 'one@atelier.example' })
    walk.trigger({ type: 'code.submitted', code: '123456', newPassword: 'another' })
    const children = walk.actor.getSnapshot().children as Record<string, { getSnapshot(): { input?: unknown } }>
    expect(children['login']!.getSnapshot().input).toEqual({
      email: 'one@atelier.example',
      code: '123456',
      newPassword: 'another',
    })
  })

  test('stays signed in after a transient refresh error', () => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', verifiedSession))
    walk.trigger({ type: 'refresh.requested' })
    walk.trigger(actorFailed('refreshToken', networkError))
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'settled' })
    expect(walk.actor.getSnapshot().context).toMatchObject({ data: verifiedSession, error: networkError })
  })

  test('signs out immediately and emits the refresh token for the server to revoke', () => {
    const walk = startMachineDriver(sessionMachine)
    const emittedEvents: unknown[] = []
    walk.actor.on('*', (event) => emittedEvents.push(event))
    walk.trigger(actorDone('restoreSession', verifiedSession))
    walk.trigger({ type: 'logout.requested' })
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data]).toEqual(['signedOut', null])
    expect(emittedEvents).toEqual([
      { type: 'revocation.requested', refreshToken: 'refresh-1' },
      { type: 'session.closed', reason: 'logged_out' },
    ])
    walk.trigger(loginSubmitted)
    walk.trigger(actorDone('login', { ...verifiedSession, _id: 'user-2' }))
    expect(walk.actor.getSnapshot().context.data?._id).toBe('user-2')
  })

  test("signs out during a refresh and ignores the refresh's result", () => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', verifiedSession))
    walk.trigger({ type: 'refresh.requested' })
    walk.trigger({ type: 'logout.requested' })
    expect(() => walk.trigger(actorDone('refreshToken', refreshedSession))).toThrow(/refreshToken/)
    expect(walk.actor.getSnapshot().context.data).toBe(null)
  })

  test('closes and requires sign-in when the server rejects a fresh token', () => {
    const walk = startMachineDriver(sessionMachine)
    const closed: unknown[] = []
    walk.actor.on('session.closed', (event) => closed.push(event))
    walk.trigger({ type: 'token.rejected' })
    walk.trigger(actorDone('restoreSession', verifiedSession))
    walk.trigger({ type: 'token.rejected' })
    walk.trigger({ type: 'token.rejected' })
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data, closed]).toEqual([
      'signedOut',
      null,
      [{ type: 'session.closed', reason: 'login_required' }],
    ])
  })

  test('rejects a login to an unverified account and emits the refresh token for revocation', () => {
    const walk = startMachineDriver(sessionMachine)
    const emittedEvents: unknown[] = []
    walk.actor.on('*', (event) => emittedEvents.push(event))
    walk.trigger(actorDone('restoreSession', null))
    walk.trigger(loginSubmitted)
    walk.trigger(actorDone('login', { ...unverifiedSession, refreshToken: 'refresh-unverified' }))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data, (context.error as Error).name]).toEqual(['signedOut', null, 'USER_NOT_VERIFIED'])
    // No session existed, so the machine reports neither a start nor an end of a session.
    expect(emittedEvents).toEqual([{ type: 'revocation.requested', refreshToken: 'refresh-unverified' }])
  })

  test('starts a verification requested during a refresh only after the refresh', () => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', verifiedSession))
    walk.trigger({ type: 'refresh.requested' })
    walk.trigger({ type: 'verification.submitted', verificationId: 'link' })
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'refreshing' })
    walk.trigger(actorDone('refreshToken', refreshedSession))
    expect([walk.actor.getSnapshot().value, walk.actor.getSnapshot().context.data]).toEqual([
      'verifying',
      refreshedSession,
    ])
  })

  test('stays open if a token is rejected during a refresh that then succeeds', () => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', verifiedSession))
    walk.trigger({ type: 'refresh.requested' })
    walk.trigger({ type: 'token.rejected' })
    walk.trigger(actorDone('refreshToken', refreshedSession))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data]).toEqual([{ signedIn: 'settled' }, refreshedSession])
  })

  test('keeps changes of name and password made during another request', () => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', unverifiedSession))
    walk.trigger({ type: 'verification.requested', email: 'one@atelier.example' })
    walk.trigger({ type: 'profile.changed', name: 'One' })
    walk.trigger({ type: 'password.changed' })
    expect(walk.actor.getSnapshot().value).toBe('requestingVerification')
    walk.trigger(actorDone('requestVerification'))
    expect(walk.actor.getSnapshot().context.data).toMatchObject({ name: 'One', settings: { isPasswordUpdated: true } })
  })

  test('continues a refresh or sign-up when another tab changes the same account', () => {
    const recordChanged = { type: 'record.changed', data: { ...guestSession, name: 'Elsewhere' } } as const
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', guestSession))
    walk.trigger({ type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' })
    walk.trigger(recordChanged)
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'refreshing' })
    walk.trigger(actorDone('refreshToken', guestSession))
    walk.trigger(recordChanged)
    expect(walk.actor.getSnapshot().value).toBe('signingUp')
    walk.trigger(actorFailed('signUp', networkError))
    walk.trigger(recordChanged)
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'settled' })
  })

  test('ends a refresh when another tab stores newer tokens, and ignores older tokens of another tab', () => {
    const sessionIssuedAt = (iat: number, name: string) => ({
      ...verifiedSession,
      token: createUnsignedToken({ iat }),
      refreshToken: `refresh-${name}`,
      name,
    })
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', sessionIssuedAt(200, 'ours')))
    walk.trigger({ type: 'refresh.requested' })
    walk.trigger({ type: 'record.changed', data: sessionIssuedAt(100, 'older') })
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'refreshing' })
    expect(walk.actor.getSnapshot().context.data).toEqual({ ...sessionIssuedAt(200, 'ours'), name: 'older' })
    walk.trigger({ type: 'record.changed', data: sessionIssuedAt(300, 'newer') })
    expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'settled' })
    expect(walk.actor.getSnapshot().context.data).toEqual(sessionIssuedAt(300, 'newer'))
  })

  test('returns to the code input after a wrong code and keeps the address', () => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', null))
    walk.trigger({ type: 'code.requested', email: 'one@atelier.example' })
    walk.trigger(actorDone('requestCode'))
    walk.trigger({ type: 'code.submitted', code: '000000' })
    walk.trigger(actorFailed('login', networkError))
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.email, context.error]).toEqual(['awaitingCode', 'one@atelier.example', networkError])
  })

  test('updates its data after a verification, a password change and a name change', () => {
    const walk = startMachineDriver(sessionMachine)
    walk.trigger(actorDone('restoreSession', unverifiedSession))
    walk.trigger({ type: 'verification.submitted', email: 'one@atelier.example', code: '123456' })
    walk.trigger(actorDone('refreshToken', unverifiedSession))
    walk.trigger(actorDone('verifyEmail', { verifiedAt: '2026-02-02T00:00:00.000Z' }))
    walk.trigger(actorDone('refreshToken', { ...unverifiedSession, verifiedAt: '2026-02-02T00:00:00.000Z' }))
    walk.trigger({ type: 'password.changed' })
    walk.trigger({ type: 'profile.changed', name: 'One' })
    expect(walk.actor.getSnapshot().context.data).toEqual({
      ...unverifiedSession,
      verifiedAt: '2026-02-02T00:00:00.000Z',
      name: 'One',
      settings: { isPasswordUpdated: true, isEmailVerified: true },
    })
    walk.trigger({ type: 'profile.changed' })
    expect(walk.actor.getSnapshot().context.data).not.toHaveProperty('name')
  })
})
