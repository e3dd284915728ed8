import type { SessionData } from '../../../src/api/contract/auth.ts'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'
import { SIGNED_IN_SESSION } from '../../support/signed-in-session.ts'

export const verifiedSession = SIGNED_IN_SESSION
export const unverifiedSession: SessionData = { ...verifiedSession, token: 'token-unverified' }
delete unverifiedSession.verifiedAt
export const guestSession: SessionData = { ...verifiedSession, _id: 'guest-1', token: 'token-guest' }
delete guestSession.email
export const refreshedSession: SessionData = { ...verifiedSession, token: 'token-2', refreshToken: 'refresh-2' }
export const unauthorizedError = new ApiError('http', 'auth', { status: 401 })
export const networkError = new ApiError('FETCH_ERROR', 'auth')
export const loginSubmitted = { type: 'login.submitted', email: 'one@atelier.example', password: 'secret' } as const

export const sessionModels: MachineModels = {
  listeners: {
    'session.opened': ['src/ui/session/use-return-after-sign-in.ts'],
    'session.closed': ['src/app.ts', 'src/start.tsx'],
    'revocation.requested': ['src/app.ts'],
  },
  models: {
    session: defineModel({
      machine: sessionMachine,
      events: [
        actorDone('restoreSession', null),
        actorDone('restoreSession', verifiedSession),
        actorDone('restoreSession', guestSession),
        actorFailed('restoreSession', new Error('storage denied')),
        loginSubmitted,
        actorDone('login', verifiedSession),
        actorDone('login', unverifiedSession),
        actorFailed('login', networkError),
        { type: 'code.requested', email: 'one@atelier.example' },
        actorDone('requestCode'),
        actorFailed('requestCode', networkError),
        { type: 'code.submitted', code: '123456' },
        { type: 'code.cancelled' },
        { type: 'code.awaited', email: 'one@atelier.example' },
        { type: 'signup.submitted', email: 'two@atelier.example', password: 'secret' },
        actorDone('signUp', unverifiedSession),
        actorFailed('signUp', networkError),
        { type: 'passwordless.submitted', email: 'two@atelier.example' },
        actorDone('signUpPasswordless'),
        actorFailed('signUpPasswordless', networkError),
        { type: 'guest.requested' },
        actorDone('signUpGuest', guestSession),
        actorFailed('signUpGuest', networkError),
        { type: 'verification.submitted', verificationId: 'link' },
        actorDone('verifyEmail', { verifiedAt: '2026-02-02T00:00:00.000Z' }),
        actorDone('verifyEmail', { email: 'one@atelier.example', signedOut: true }),
        actorDone('verifyEmail', { email: 'other@atelier.example', verifiedAt: '2026-02-02T00:00:00.000Z' }),
        actorFailed('verifyEmail', networkError),
        { type: 'verification.requested', email: 'one@atelier.example' },
        actorDone('requestVerification'),
        actorFailed('requestVerification', networkError),
        { type: 'refresh.requested' },
        actorDone('refreshToken', refreshedSession),
        actorFailed('refreshToken', unauthorizedError),
        actorFailed('refreshToken', networkError),
        { type: 'logout.requested' },
        { type: 'token.rejected' },
        { type: 'password.changed' },
        { type: 'profile.changed', name: 'One' },
        { type: 'record.changed', data: refreshedSession },
        { type: 'record.changed', data: null },
      ],
      contextKey: ({ data, error, notice, attempt }) => [
        attempt?.type,
        data && [data._id, Boolean(data.email), data.token],
        error instanceof Error ? error.name : null,
        notice,
      ],
      invariants: {
        'no account data is stored while signed out': ({ context, value }) =>
          value !== 'signedOut' || (context.data === null && context.attempt === null),
        'a signed-in session has a token and a refresh token': (snapshot) =>
          !snapshot.matches('signedIn') || Boolean(snapshot.context.data?.token && snapshot.context.data.refreshToken),
      },
      emittedInvariants: {
        'a session is closed no more often than it was opened': (emitted, happenings) =>
          emitted.filter(({ type }) => type === 'session.closed').length <=
          happenings.filter(({ type }) =>
            /^(xstate\.done\.actor\.(restoreSession|login|signUp|signUpGuest|verifyEmail)|record\.changed)$/.test(type),
          ).length,
      },
    }),
  },
}
