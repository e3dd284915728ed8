import { assign, emit, setup } from 'xstate'
import type { SessionData } from '../../api/contract/auth.ts'
import { UserNotVerifiedError } from '../../api/contract/errors.ts'
import type { EmailVerificationResult } from '../../api/contract/users.ts'
import { placeholderActor } from '../placeholder-actor.ts'
import { isSessionEndingError } from './refresh-failure.ts'
import {
  type AttemptParams,
  attemptParamsOf,
  type CloseReason,
  type Credentials,
  hasEndedOwnSession,
  isOwnEmail,
  type PasswordlessSignUp,
  type SessionAttempt,
  type SessionContext,
  type SessionEmitted,
  type SessionEvent,
  type SignUp,
  type Verification,
  withName,
  withPasswordUpdated,
  withVerification,
} from './session.ts'
import { adoptNewerSession, isAnonymous, isSameAccount, mergeSession } from './session-record.ts'

export const sessionSetup = setup({
  types: {} as { context: SessionContext; events: SessionEvent; emitted: SessionEmitted; tags: 'busy' },
  actors: {
    restoreSession: placeholderActor<SessionData | null>('restoreSession'),
    login: placeholderActor<SessionData, Credentials>('login'),
    requestCode: placeholderActor<void, { email: string }>('requestCode'),
    signUp: placeholderActor<SessionData, SignUp>('signUp'),
    signUpPasswordless: placeholderActor<void, PasswordlessSignUp>('signUpPasswordless'),
    signUpGuest: placeholderActor<SessionData>('signUpGuest'),
    verifyEmail: placeholderActor<EmailVerificationResult, Verification>('verifyEmail'),
    requestVerification: placeholderActor<void, { email: string }>('requestVerification'),
    refreshToken: placeholderActor<SessionData, { data: SessionData }>('refreshToken'),
  },
  guards: {
    hasSession: ({ context }) => context.data !== null,
    isGuest: ({ context }) => isAnonymous(context.data),
    isSession: (_, params: { data: SessionData | null }) => params.data !== null,
    isNewSession: ({ context }, params: { data: SessionData | null }) => params.data !== null && !context.data,
    isSameAccount: ({ context }, params: { data: SessionData | null }) => isSameAccount(context.data, params.data),
    hasNewerTokens: ({ context: { data } }, params: { data: SessionData | null }) =>
      isSameAccount(data, params.data) && adoptNewerSession(data, params.data).refreshToken !== data.refreshToken,
    hasAttempt: ({ context }) => context.attempt !== null,
    isAttempt: ({ context }, params: { type: keyof AttemptParams }) => context.attempt?.type === params.type,
    isVerified: (_, params: { data: SessionData }) => Boolean(params.data.verifiedAt),
    endsOwnSession: ({ context: { data } }, params: { verified: EmailVerificationResult }) =>
      hasEndedOwnSession(data, params.verified),
    isOwnEmail: ({ context: { data } }, params: { verified: EmailVerificationResult }) =>
      isOwnEmail(data, params.verified),
    hasVerifiedNotice: ({ context }) => context.notice === 'verified',
    isSessionEnding: (_, params: { error: unknown }) => isSessionEndingError(params.error),
  },
  actions: {
    storeData: assign({
      data: (_, params: { data: SessionData | null }) => params.data,
      error: null,
      notice: null,
    }),
    adoptNewerTokens: assign({
      data: ({ context: { data } }, params: { data: SessionData | null }) =>
        isSameAccount(data, params.data) ? adoptNewerSession(data, params.data) : data,
    }),
    mergeData: assign({
      data: ({ context }, params: { data: SessionData }) => mergeSession(context.data, params.data),
      error: null,
    }),
    storeVerification: assign(({ context: { data } }, params: { verified: EmailVerificationResult }) =>
      withVerification(data, params.verified),
    ),
    markPasswordUpdated: assign(({ context: { data } }) => ({ data: withPasswordUpdated(data) })),
    storeName: assign({ data: ({ context: { data } }, params: { name?: string }) => withName(data, params.name) }),
    storeEmail: assign({ email: (_, params: { email: string }) => params.email }),
    resetStore: assign({ data: null }),
    storeError: assign({ error: (_, params: { error: unknown }) => params.error }),
    storeSentNotice: assign({ notice: 'verificationSent' }),
    clearMessages: assign({ error: null, notice: null }),
    storeAttempt: assign({ attempt: (_, params: SessionAttempt) => params, error: null, notice: null }),
    clearAttempt: assign({ attempt: null }),
    clearError: assign({ error: null }),
    announceOpened: emit({ type: 'session.opened' }),
    requestRevocation: emit((_, params: { refreshToken: string }) => ({
      type: 'revocation.requested' as const,
      refreshToken: params.refreshToken,
    })),
    announceClosed: emit((_, params: { reason: CloseReason }) => ({
      type: 'session.closed' as const,
      reason: params.reason,
    })),
  },
})

export const storeAttempt = { type: 'storeAttempt', params: ({ event }: { event: SessionAttempt }) => event } as const

export const storeError = {
  type: 'storeError',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const

export const storeSession = {
  type: 'storeData',
  params: ({ event }: { event: { output: SessionData } }) => ({ data: event.output }),
} as const

/** Starts to wait for a code sent earlier. */
export const awaitCode = [
  {
    type: 'storeEmail',
    params: ({ context }: { context: SessionContext }) => attemptParamsOf(context, 'code.awaited'),
  },
  'clearAttempt',
] as const

/** Rejects a session whose address is not verified: stores an error and emits the refresh token for revocation. */
export const rejectUnverified = [
  { type: 'storeError', params: () => ({ error: new UserNotVerifiedError() }) },
  { type: 'requestRevocation', params: ({ event }: { event: { output: SessionData } }) => event.output },
] as const

export const openSession = [storeSession, 'announceOpened'] as const

export const storeVerification = {
  type: 'storeVerification',
  params: ({ event }: { event: { output: EmailVerificationResult } }) => ({ verified: event.output }),
} as const

export const recordFromOtherTab = ({ event }: { event: { data: SessionData | null } }) => ({ data: event.data })

export const closeSession = (reason: CloseReason) =>
  ['resetStore', 'clearAttempt', { type: 'announceClosed', params: { reason } }] as const

export const transitionForAttempt = <T extends string>(type: keyof AttemptParams, target: T) =>
  ({ guard: { type: 'isAttempt', params: { type } }, target }) as const

/** Creates the same transition for every attempt. */
export const onEveryAttempt = <T>(transition: T) => ({
  'login.submitted': transition,
  'code.requested': transition,
  'signup.submitted': transition,
  'passwordless.submitted': transition,
  'verification.submitted': transition,
  'verification.requested': transition,
  'code.awaited': transition,
})

/**
 * Creates the state that performs an attempt. The attempt is cleared afterwards. If the attempt fails, the user returns to the
 * previous state with the error.
 */
export const createAttemptState = <Src extends string, T extends keyof AttemptParams, Done>(
  src: Src,
  type: T,
  onDone: Done,
) =>
  ({
    tags: 'busy',
    exit: 'clearAttempt',
    invoke: {
      id: src,
      src,
      input: ({ context }: { context: SessionContext }) => attemptParamsOf(context, type),
      onDone,
      onError: { target: 'returning', actions: storeError },
    },
  }) as const
