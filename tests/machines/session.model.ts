import type { SessionData } from '../../src/api/contract/auth.ts'
import { ApiError } from '../../src/api/contract/errors.ts'
import { sessionMachine } from '../../src/machines/session.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { SIGNED_IN } from '../support/signed-in.ts'
import { answers, fails } from '../support/walk.ts'

export const verified = SIGNED_IN
export const unverified: SessionData = { ...verified, token: 'token-unverified' }
delete unverified.verifiedAt
export const guest: SessionData = { ...verified, _id: 'guest-1', token: 'token-guest' }
delete guest.email
export const refreshed: SessionData = { ...verified, token: 'token-2', refreshToken: 'refresh-2' }
export const over = new ApiError('http', 'auth', { status: 401 })
export const passing = new ApiError('FETCH_ERROR', 'auth')
export const login = { type: 'login.submitted', email: 'one@atelier.example', password: 'secret' } as const

/** Tries the machine out. */
export const sessionModels: Models = {
  listeners: {
    'session.opened': ['src/ui/session/use-way-back.ts'],
    'session.closed': ['src/app.ts', 'src/start.tsx'],
    'session.left': ['src/app.ts'],
    'email.verified': ['src/app.ts'],
  },
  models: {
    session: model({
      machine: sessionMachine,
      happenings: [
        answers('restoreSession', null),
        answers('restoreSession', verified),
        answers('restoreSession', guest),
        fails('restoreSession', new Error('storage denied')),
        login,
        answers('login', verified),
        answers('login', unverified),
        fails('login', passing),
        { type: 'code.requested', email: 'one@atelier.example' },
        answers('requestCode'),
        fails('requestCode', passing),
        { type: 'code.submitted', code: '123456' },
        { type: 'code.abandoned' },
        { type: 'code.awaited', email: 'one@atelier.example' },
        { type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' },
        answers('signUp', unverified),
        fails('signUp', passing),
        { type: 'passwordless.submitted', email: 'two@atelier.example' },
        answers('signUpPasswordless'),
        fails('signUpPasswordless', passing),
        { type: 'guest.requested' },
        answers('signUpGuest', guest),
        fails('signUpGuest', passing),
        { type: 'verification.submitted', verificationId: 'link' },
        answers('verifyEmail', { verifiedAt: '2026-02-02T00:00:00.000Z' }),
        answers('verifyEmail', { email: 'one@atelier.example', passwordCleared: true, signedOut: true, resetId: 'r' }),
        fails('verifyEmail', passing),
        { type: 'verification.requested', email: 'one@atelier.example' },
        answers('requestVerification'),
        fails('requestVerification', passing),
        { type: 'refresh.requested' },
        answers('refreshToken', refreshed),
        fails('refreshToken', over),
        fails('refreshToken', passing),
        { type: 'logout.requested' },
        { type: 'session.refused' },
        { type: 'password.changed' },
        { type: 'profile.changed', name: 'One' },
        { type: 'record.changed', data: refreshed },
        { type: 'record.changed', data: null },
      ],
      sees: ({ data, error, notice, verified, attempt }) => [
        attempt?.type,
        verified?.passwordCleared,
        data && [data._id, Boolean(data.email), data.token],
        error instanceof Error ? error.name : null,
        notice,
      ],
      holds: {
        'nothing of an account is kept while nobody is signed in': ({ context, value }) =>
          value !== 'signedOut' || (context.data === null && context.attempt === null),
        'who is signed in has a token and one to refresh it': (snapshot) =>
          !snapshot.matches('signedIn') || Boolean(snapshot.context.data?.token && snapshot.context.data.refreshToken),
      },
      tells: {
        'a session is closed no more often than it was begun': (emitted, happenings) =>
          emitted.filter(({ type }) => type === 'session.closed').length <=
          happenings.filter(({ type }) =>
            /^(xstate\.done\.actor\.(restoreSession|login|signUp|signUpGuest|verifyEmail)|record\.changed)$/.test(type),
          ).length,
      },
    }),
  },
}
