import { assign, emit, setup } from 'xstate'
import type { SessionData } from '../api/contract/auth.ts'
import { UserNotVerified } from '../api/contract/errors.ts'
import type { Verified } from '../api/contract/users.ts'
import { provided } from './provided.ts'
import { endsSession } from './rules/refresh-failure.ts'
import {
  type Attempts,
  attemptOf,
  type CloseReason,
  type Credentials,
  endsOwnSession,
  type PasswordlessSignUp,
  type SessionAttempt,
  type SessionContext,
  type SessionEmitted,
  type SessionEvent,
  type SignedIn,
  type SignUp,
  type Verification,
  withName,
  withPassword,
  withVerification,
} from './rules/session.ts'
import { isAnonymous, isSameAccount, merge, sessionOf, takeOver } from './rules/session-record.ts'

/** What the session's machine is made of: its actors, guards and actions. */
export const sessionSetup = setup({
  types: {} as { context: SessionContext; events: SessionEvent; emitted: SessionEmitted; tags: 'busy' },
  actors: {
    restoreSession: provided<SessionData | null>('restoreSession'),
    login: provided<SignedIn, Credentials>('login'),
    requestCode: provided<void, { email: string }>('requestCode'),
    signUp: provided<SessionData, SignUp>('signUp'),
    signUpPasswordless: provided<void, PasswordlessSignUp>('signUpPasswordless'),
    signUpGuest: provided<SessionData>('signUpGuest'),
    verifyEmail: provided<Verified, Verification>('verifyEmail'),
    requestVerification: provided<void, { email: string }>('requestVerification'),
    refreshToken: provided<SessionData, { data: SessionData }>('refreshToken'),
  },
  guards: {
    hasSession: ({ context }) => context.data !== null,
    isGuest: ({ context }) => isAnonymous(context.data),
    isSession: (_, params: { data: SessionData | null }) => params.data !== null,
    isNewSession: ({ context }, params: { data: SessionData | null }) => params.data !== null && !context.data,
    isSameAccount: ({ context }, params: { data: SessionData | null }) => isSameAccount(context.data, params.data),
    hasNewerTokens: ({ context: { data } }, params: { data: SessionData | null }) =>
      isSameAccount(data, params.data) && takeOver(data, params.data).refreshToken !== data.refreshToken,
    hasAttempt: ({ context }) => context.attempt !== null,
    isAttempt: ({ context }, params: { type: keyof Attempts }) => context.attempt?.type === params.type,
    isVerified: (_, params: { data: SessionData }) => Boolean(params.data.verifiedAt),
    endsOwnSession: ({ context: { data } }, params: { verified: Verified }) => endsOwnSession(data, params.verified),
    isOver: (_, params: { error: unknown }) => endsSession(params.error),
  },
  actions: {
    keepData: assign({
      data: (_, params: { data: SessionData | null }) => params.data,
      error: null,
      notice: null,
      verified: null,
    }),
    keepCleared: assign({
      verified: (_, params: { passwordCleared?: boolean | undefined }) =>
        params.passwordCleared ? { passwordCleared: true } : null,
    }),
    takeOverData: assign({
      data: ({ context: { data } }, params: { data: SessionData | null }) =>
        isSameAccount(data, params.data) ? takeOver(data, params.data) : data,
    }),
    mergeData: assign({
      data: ({ context }, params: { data: SessionData }) => merge(context.data, params.data),
      error: null,
    }),
    keepVerification: assign(({ context: { data } }, params: { verified: Verified }) =>
      withVerification(data, params.verified),
    ),
    keepPasswordChange: assign(({ context: { data } }) => ({ data: withPassword(data), verified: null })),
    keepName: assign({ data: ({ context: { data } }, params: { name?: string }) => withName(data, params.name) }),
    keepEmail: assign({ email: (_, params: { email: string }) => params.email }),
    resetStore: assign({ data: null }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    noticeSent: assign({ notice: 'verificationSent' }),
    startAnew: assign({ error: null, notice: null }),
    keepAttempt: assign({ attempt: (_, params: SessionAttempt) => params, error: null, notice: null }),
    forgetAttempt: assign({ attempt: null }),
    forgetError: assign({ error: null }),
    announceOpened: emit((_, params: { passwordCleared?: boolean | undefined }) => ({
      type: 'session.opened' as const,
      ...(params.passwordCleared && { passwordCleared: true }),
    })),
    announceLeft: emit((_, params: { refreshToken: string }) => ({
      type: 'session.left' as const,
      refreshToken: params.refreshToken,
    })),
    announceVerified: emit({ type: 'email.verified' }),
    announceClosed: emit((_, params: { reason: CloseReason }) => ({
      type: 'session.closed' as const,
      reason: params.reason,
    })),
  },
})

/** Keeps what was asked for, until it is done. */
export const keepingAttempt = { type: 'keepAttempt', params: ({ event }: { event: SessionAttempt }) => event } as const

/** Keeps what something failed with. */
export const keepingError = {
  type: 'keepError',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const

/** Keeps the session of an answer. */
export const keepingSession = {
  type: 'keepData',
  params: ({ event }: { event: { output: SignedIn } }) => ({ data: sessionOf(event.output) }),
} as const

/** Begins to wait for a code that was mailed before. */
export const awaiting = [
  { type: 'keepEmail', params: ({ context }: { context: SessionContext }) => attemptOf(context, 'code.awaited') },
  'forgetAttempt',
] as const

/** Takes no session that belongs to an address nobody proved, and says why. */
export const rejectingUnverified = [
  { type: 'keepError', params: () => ({ error: new UserNotVerified() }) },
  { type: 'announceLeft', params: ({ event }: { event: { output: SignedIn } }) => event.output },
] as const

/** Keeps the session of an answer, and tells that it is open. */
export const opening = [
  keepingSession,
  { type: 'keepCleared', params: ({ event }: { event: { output: SignedIn } }) => event.output },
  { type: 'announceOpened', params: ({ event }: { event: { output: SignedIn } }) => event.output },
] as const

/** Keeps what came of proving an e-mail. */
export const keepingVerification = {
  type: 'keepVerification',
  params: ({ event }: { event: { output: Verified } }) => ({ verified: event.output }),
} as const

/** The record that another tab wrote. */
export const given = ({ event }: { event: { data: SessionData | null } }) => ({ data: event.data })

/** Closes the session. */
export const closing = (reason: CloseReason) =>
  ['resetStore', 'forgetAttempt', { type: 'announceClosed', params: { reason } }] as const

/** What each attempt is done in. */
export const doneIn = <T extends string>(type: keyof Attempts, target: T) =>
  ({ guard: { type: 'isAttempt', params: { type } }, target }) as const

/** The same for every attempt. */
export const onAttempts = <T>(transition: T) => ({
  'login.submitted': transition,
  'code.requested': transition,
  'signup.submitted': transition,
  'passwordless.submitted': transition,
  'verification.submitted': transition,
  'verification.requested': transition,
  'code.awaited': transition,
})

/**
 * An attempt while it is done: it is forgotten whatever came of it, and where it failed the person is back where they
 * were, with the reason.
 */
export const doing = <Src extends string, T extends keyof Attempts, Done>(src: Src, type: T, onDone: Done) =>
  ({
    tags: 'busy',
    exit: 'forgetAttempt',
    invoke: {
      id: src,
      src,
      input: ({ context }: { context: SessionContext }) => attemptOf(context, type),
      onDone,
      onError: { target: 'resting', actions: keepingError },
    },
  }) as const
