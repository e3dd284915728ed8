import { expect, test } from 'vitest'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import {
  attemptParamsOf,
  hasEndedOwnSession,
  NO_SESSION,
  withName,
  withPasswordUpdated,
  withVerification,
} from '../../../src/machines/session/session.ts'

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

test('NO_SESSION has no session data, error, notice or pending attempt', () => {
  expect(NO_SESSION).toEqual({ data: null, error: null, email: '', notice: null, attempt: null })
})

test('returns the parameters of the pending attempt, and throws for an attempt of another type', () => {
  const attempt = { type: 'login.submitted', email: 'a@b.example', password: 'p' } as const
  expect(attemptParamsOf({ ...NO_SESSION, attempt }, 'login.submitted')).toEqual({
    email: 'a@b.example',
    password: 'p',
  })
  expect(() => attemptParamsOf({ ...NO_SESSION, attempt }, 'code.requested')).toThrow(
    "no 'code.requested' is in progress",
  )
  expect(() => attemptParamsOf(NO_SESSION, 'login.submitted')).toThrow("no 'login.submitted' is in progress")
})

test('applies a verified e-mail to the session, unless the e-mail is that of another account (Spec §4)', () => {
  const proved = { ...data, verifiedAt, settings: { ...data.settings, isEmailVerified: true } }
  const verify = (verified: object) => withVerification(data, verified as never)
  expect(verify({ email: data.email, verifiedAt })).toEqual({
    data: proved,
    notice: 'verified',
  })
  expect(verify({ verifiedAt }).data).toEqual(proved)
  expect(verify({ email: data.email }).data).toEqual({ ...data, settings: proved.settings })
  expect(verify({ email: 'two@atelier.example', verifiedAt }).data).toBe(data)
  expect(withVerification(null, { verifiedAt } as never)).toEqual({
    data: null,
    notice: 'verified',
  })
})

test('ends the session if the verification signed out the same account', () => {
  const ends = (verified: object, ownSession: SessionData | null = data) =>
    hasEndedOwnSession(ownSession, verified as never)
  expect(ends({ email: data.email, signedOut: true })).toBe(true)
  expect(ends({ email: data.email })).toBe(false)
  expect(ends({ email: 'two@atelier.example', signedOut: true })).toBe(false)
  expect(ends({ signedOut: true }, null)).toBe(false)
})

test('stores a new name, and that the password was changed, only if signed in (Spec §4)', () => {
  expect(withPasswordUpdated(data)).toEqual({ ...data, settings: { isPasswordUpdated: true, isEmailVerified: false } })
  expect(withPasswordUpdated(null)).toBe(null)
  expect(withName(data, 'Grace')).toEqual({ ...data, name: 'Grace' })
  expect(Object.hasOwn(withName(data, undefined)!, 'name')).toBe(false)
  expect(Object.hasOwn(withName(data, '')!, 'name')).toBe(false)
  expect(withName(null, 'Grace')).toBe(null)
})
