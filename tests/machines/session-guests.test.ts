import { expect, test } from 'vitest'
import { sessionMachine } from '../../src/machines/session.machine.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import { guest, login, passing, unverified, verified } from './session.model.ts'

test('a guest whose login is not verified is still the same guest', () => {
  const walk = startWalk(sessionMachine)
  walk.happens(answers('restoreSession', guest))
  walk.happens(login)
  walk.happens(answers('login', unverified))
  const { value, context } = walk.actor.getSnapshot()
  expect([value, context.data, (context.error as Error).name]).toEqual([
    { signedIn: 'settled' },
    guest,
    'USER_NOT_VERIFIED',
  ])
})

test('a guest’s code asked for before the page was loaded anew waits for the refresh, which goes on', () => {
  const walk = startWalk(sessionMachine)
  walk.happens(answers('restoreSession', guest))
  walk.happens({ type: 'refresh.requested' })
  walk.happens({ type: 'code.awaited', email: 'one@atelier.example' })
  expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'refreshing' })
  const renewed = { ...guest, token: 'token-guest-2', refreshToken: 'refresh-guest-2' }
  walk.happens(answers('refreshToken', renewed))
  const { value, context } = walk.actor.getSnapshot()
  expect([value, context.data, context.email]).toEqual(['awaitingCode', renewed, 'one@atelier.example'])
})

test('a guest whose sign-up fails is still the same guest, one whose sign-up works is not a guest any more', () => {
  const walk = startWalk(sessionMachine)
  walk.happens(answers('restoreSession', guest))
  walk.happens({ type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' })
  walk.happens(answers('refreshToken', guest))
  walk.happens(fails('signUp', passing))
  expect(walk.actor.getSnapshot().value).toEqual({ signedIn: 'settled' })
  expect(walk.actor.getSnapshot().context.data).toEqual(guest)
  walk.happens({ type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' })
  walk.happens(answers('refreshToken', guest))
  walk.happens(answers('signUp', { ...guest, email: 'two@atelier.example' }))
  expect(walk.actor.getSnapshot().context.data).toEqual({ ...guest, email: 'two@atelier.example' })
})

test('a guest whose tokens cannot be renewed is not signed up as somebody else', () => {
  const walk = startWalk(sessionMachine)
  walk.happens(answers('restoreSession', guest))
  walk.happens({ type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' })
  walk.happens(fails('refreshToken', passing))
  const { value, context } = walk.actor.getSnapshot()
  expect([value, context.data, context.error, context.attempt]).toEqual([{ signedIn: 'settled' }, guest, passing, null])
})

test('what a guest asked for is not done in the name of another account that signs in in another tab', () => {
  const walk = startWalk(sessionMachine)
  walk.happens(answers('restoreSession', guest))
  walk.happens({ type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' })
  walk.happens({ type: 'record.changed', data: verified })
  const { value, context } = walk.actor.getSnapshot()
  expect([value, context.data, context.attempt]).toEqual([{ signedIn: 'settled' }, verified, null])
})
