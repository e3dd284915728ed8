import { expect, test } from 'vitest'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import {
  attemptOf,
  endsOwnSession,
  NO_SESSION,
  withName,
  withPassword,
  withVerification,
} from '../../../src/machines/rules/session.ts'

const data: SessionData = {
  token: 't',
  refreshToken: 'r',
  _id: 'id',
  email: 'one@atelier.example',
  name: 'Ada',
  assets: [],
  wallets: [],
  settings: { isPasswordUpdated: false, isEmailVerified: false },
}
const verifiedAt = '2026-03-02T09:00:00.000Z'

test('without a session nothing is known', () => {
  expect(NO_SESSION).toEqual({ data: null, error: null, email: '', notice: null, verified: null, attempt: null })
})

test('what an attempt needs is handed to its own state only', () => {
  const attempt = { type: 'login.submitted', email: 'a@b.example', password: 'p' } as const
  expect(attemptOf({ ...NO_SESSION, attempt }, 'login.submitted')).toEqual({ email: 'a@b.example', password: 'p' })
  expect(() => attemptOf({ ...NO_SESSION, attempt }, 'code.requested')).toThrow("no 'code.requested' is under way")
  expect(() => attemptOf(NO_SESSION, 'login.submitted')).toThrow("no 'login.submitted' is under way")
})

test('an e-mail that was proved is that of the session, unless it is of another account (Spec §4)', () => {
  const proved = { ...data, verifiedAt, settings: { ...data.settings, isEmailVerified: true } }
  const told = (verified: object) => withVerification(data, verified as never)
  expect(told({ email: data.email, verifiedAt })).toEqual({
    data: proved,
    verified: { email: data.email, verifiedAt },
    notice: 'verified',
  })
  expect(told({ verifiedAt }).data).toEqual(proved)
  expect(told({ email: data.email }).data).toEqual({ ...data, settings: proved.settings })
  expect(told({ email: 'two@atelier.example', verifiedAt }).data).toBe(data)
  expect(withVerification(null, { verifiedAt } as never)).toEqual({
    data: null,
    verified: { verifiedAt },
    notice: 'verified',
  })
})

test('a verification ends the session where it signed out that very account', () => {
  const ends = (verified: object, own: SessionData | null = data) => endsOwnSession(own, verified as never)
  expect(ends({ email: data.email, signedOut: true })).toBe(true)
  expect(ends({ email: data.email })).toBe(false)
  expect(ends({ email: 'two@atelier.example', signedOut: true })).toBe(false)
  expect(ends({ signedOut: true }, null)).toBe(false)
})

test('a new password and a new name are written down, where somebody is signed in (Spec §4)', () => {
  expect(withPassword(data)).toEqual({ ...data, settings: { isPasswordUpdated: true, isEmailVerified: false } })
  expect(withPassword(null)).toBe(null)
  expect(withName(data, 'Grace')).toEqual({ ...data, name: 'Grace' })
  expect(Object.hasOwn(withName(data, undefined)!, 'name')).toBe(false)
  expect(Object.hasOwn(withName(data, '')!, 'name')).toBe(false)
  expect(withName(null, 'Grace')).toBe(null)
})
