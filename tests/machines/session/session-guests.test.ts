import { expect, test } from 'vitest'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { actorDone, actorFailed, startMachineDriver } from '../../support/machine-driver.ts'
import { guestSession, loginSubmitted, networkError, unverifiedSession, verifiedSession } from './session.model.ts'

test('keeps the guest session after a login to an unverified account', () => {
  const walk = startMachineDriver(sessionMachine)
  walk.trigger(actorDone('restoreSession', guestSession))
  walk.trigger(loginSubmitted)
  walk.trigger(actorDone('login', unverifiedSession))
  const { value, context } = walk.actor.getSnapshot()
  expect([value, context.data, (context.error as Error).name]).toEqual([
    { signedIn: 'settled' },
    guestSession,
    'USER_NOT_VERIFIED',
  ])
})

test('finishes the refresh of a guest session before it waits for a code requested before a page reload', () => {
  const walk = startMachineDriver(sessionMachine)
  walk.trigger(actorDone('restoreSession', guestSession))
  walk.trigger({ type: 'refresh.requested' })
  walk.trigger({ type: 'code.awaited', email: 'one@atelier.example' })
  expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'refreshing' })
  const renewedSession = { ...guestSession, token: 'token-guest-2', refreshToken: 'refresh-guest-2' }
  walk.trigger(actorDone('refreshToken', renewedSession))
  const { value, context } = walk.actor.getSnapshot()
  expect([value, context.data, context.email]).toEqual(['awaitingCode', renewedSession, 'one@atelier.example'])
})

test('keeps the guest session after a failed sign-up, and turns the guest into an account on success', () => {
  const walk = startMachineDriver(sessionMachine)
  walk.trigger(actorDone('restoreSession', guestSession))
  walk.trigger({ type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' })
  walk.trigger(actorDone('refreshToken', guestSession))
  walk.trigger(actorFailed('signUp', networkError))
  expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'settled' })
  expect(walk.actor.getSnapshot().context.data).toEqual(guestSession)
  walk.trigger({ type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' })
  walk.trigger(actorDone('refreshToken', guestSession))
  walk.trigger(actorDone('signUp', { ...guestSession, email: 'two@atelier.example' }))
  expect(walk.actor.getSnapshot().context.data).toEqual({ ...guestSession, email: 'two@atelier.example' })
})

test('does not sign up a guest as a new account when their token refresh fails', () => {
  const walk = startMachineDriver(sessionMachine)
  walk.trigger(actorDone('restoreSession', guestSession))
  walk.trigger({ type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' })
  walk.trigger(actorFailed('refreshToken', networkError))
  const { value, context } = walk.actor.getSnapshot()
  expect([value, context.data, context.error, context.attempt]).toEqual([
    { signedIn: 'settled' },
    guestSession,
    networkError,
    null,
  ])
})

test("discards a guest's sign-up attempt when another tab signs in to another account", () => {
  const walk = startMachineDriver(sessionMachine)
  walk.trigger(actorDone('restoreSession', guestSession))
  walk.trigger({ type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' })
  walk.trigger({ type: 'record.changed', data: verifiedSession })
  const { value, context } = walk.actor.getSnapshot()
  expect([value, context.data, context.attempt]).toEqual([{ signedIn: 'settled' }, verifiedSession, null])
})
