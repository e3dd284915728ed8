import { assertEvent, assign, emit, setup } from 'xstate'
import type { SessionData } from '../api/contract/auth.ts'
import { UserNotVerified } from '../api/contract/errors.ts'
import type { Verified } from '../api/contract/users.ts'
import { provided } from './provided.ts'
import { endsSession } from './rules/refresh-failure.ts'
import { isAnonymous, isSameAccount, merge, sessionOf, takeOver } from './rules/session-record.ts'

/** Why a session closed: the person left, or it was found invalid and signing in is needed (Spec §2). */
export type CloseReason = 'logged_out' | 'login_required'

/** What signs a person in: a password, or a code that was mailed. */
export type Credentials = { email: string; password: string } | { email: string; code: string }

/** What makes an account with a password. */
export interface SignUp {
  email: string
  password: string
  name?: string
}

/** What makes an account without one. */
export type PasswordlessSignUp = Omit<SignUp, 'password'>

/**
 * What proves an e-mail: the id of a mailed link, or a mailed code. `keepSignUp`: the person says that the account they
 * are signed in to is of their own making, so that its password may stay.
 */
export type Verification = ({ verificationId: string } | { email: string; code: string }) & { keepSignUp?: boolean }

/** A sign-in's answer; `passwordCleared`: it took away a password that somebody had set before. */
export type SignedIn = SessionData & { passwordCleared?: boolean | undefined }

interface SessionContext {
  data: SessionData | null
  /** What the last attempt failed with; `null` once something worked. */
  error: unknown
  /** The address that a code was or is being mailed to. */
  email: string
  /** What went well without opening a session. */
  notice: null | 'verified' | 'verificationSent'
  /** What came of proving the e-mail: a password that was taken away by it, and what sets another. */
  verified: Verified | null
  /** What the person asked for and is being done, or is done as soon as the refresh under way has ended. */
  attempt: SessionAttempt | null
}

/** What each attempt needs: what a person may ask of a session that is not open, or of a guest's. */
interface Attempts {
  'login.submitted': { email: string; password: string }
  'code.requested': { email: string }
  'signup.submitted': SignUp
  'passwordless.submitted': PasswordlessSignUp
  'verification.submitted': Verification
  'verification.requested': { email: string }
}
type SessionAttempt = { [T in keyof Attempts]: { type: T } & Attempts[T] }[keyof Attempts]

type SessionEvent =
  | SessionAttempt
  | { type: 'code.submitted'; code: string }
  | { type: 'code.abandoned' }
  /** A code was asked for before the page was loaded anew. */
  | { type: 'code.awaited'; email: string }
  | { type: 'guest.requested' }
  | { type: 'refresh.requested' }
  | { type: 'logout.requested' }
  /** The server refused a token that was just refreshed. */
  | { type: 'session.refused' }
  | { type: 'password.changed' }
  | { type: 'profile.changed'; name?: string }
  /** Another tab signed in, took new tokens, or signed out (`null`). */
  | { type: 'record.changed'; data: SessionData | null }

type SessionEmitted =
  | { type: 'session.opened'; passwordCleared?: boolean }
  | { type: 'session.closed'; reason: CloseReason }
  /** The person signed out: the server is to be told to end the session of this refresh token. */
  | { type: 'session.left'; refreshToken: string }
  | { type: 'email.verified' }

const keepingAttempt = { type: 'keepAttempt', params: ({ event }: { event: SessionAttempt }) => event } as const
const keepingError = {
  type: 'keepError',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const
const opening = [
  { type: 'keepData', params: ({ event }: { event: { output: SignedIn } }) => ({ data: sessionOf(event.output) }) },
  { type: 'keepCleared', params: ({ event }: { event: { output: SignedIn } }) => event.output },
  { type: 'announceOpened', params: ({ event }: { event: { output: SignedIn } }) => event.output },
] as const
const leaving = ['resetStore', 'forgetAttempt', { type: 'announceClosed', params: { reason: 'logged_out' } }] as const

const ending = [
  'resetStore',
  'forgetAttempt',
  { type: 'announceClosed', params: { reason: 'login_required' } },
] as const

/** An account's session: restored, signed up for or signed in to, kept fresh, and closed once. */
export const sessionMachine = setup({
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
    logout: provided<void, { refreshToken: string }>('logout'),
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
    /** The verification ended the very session it was asked for in. */
    endsOwnSession: ({ context: { data } }, params: { verified: Verified }) =>
      data !== null && params.verified.signedOut === true && params.verified.email === data.email,
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
    keepVerification: assign({
      // A link may be of another account than the one that is signed in.
      data: ({ context: { data } }, { verified: { email, verifiedAt } }: { verified: Verified }) =>
        data && (email === undefined || email === data.email)
          ? {
              ...data,
              ...(verifiedAt && { verifiedAt }),
              settings: { ...data.settings, isEmailVerified: true },
            }
          : data,
      verified: (_, params: { verified: Verified }) => params.verified,
      notice: 'verified',
    }),
    keepPasswordChange: assign({
      data: ({ context: { data } }) => data && { ...data, settings: { ...data.settings, isPasswordUpdated: true } },
      verified: null,
    }),
    keepName: assign({
      data: ({ context: { data } }, params: { name?: string }) => {
        if (!data) return data
        const { name: _, ...rest } = data
        return params.name ? { ...rest, name: params.name } : rest
      },
    }),
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
    announceLeft: emit(({ context }) => ({
      type: 'session.left' as const,
      refreshToken: context.data?.refreshToken ?? '',
    })),
    announceVerified: emit({ type: 'email.verified' }),
    announceClosed: emit((_, params: { reason: CloseReason }) => ({
      type: 'session.closed' as const,
      reason: params.reason,
    })),
  },
}).createMachine({
  id: 'session',
  context: { data: null, error: null, email: '', notice: null, verified: null, attempt: null },
  initial: 'restoring',
  on: {
    'record.changed': [
      {
        guard: { type: 'isNewSession', params: ({ event }) => ({ data: event.data }) },
        target: '.signedIn',
        actions: [
          { type: 'keepData', params: ({ event }) => ({ data: event.data }) },
          { type: 'announceOpened', params: {} },
        ],
      },
      {
        // What is under way goes on: another tab's refresh must not cut off a guest's sign-up, or a logout.
        guard: { type: 'isSameAccount', params: ({ event }) => ({ data: event.data }) },
        actions: { type: 'takeOverData', params: ({ event }) => ({ data: event.data }) },
      },
      {
        guard: { type: 'isSession', params: ({ event }) => ({ data: event.data }) },
        target: '.signedIn',
        actions: { type: 'keepData', params: ({ event }) => ({ data: event.data }) },
      },
      {
        guard: 'hasSession',
        target: '.signedOut',
        actions: leaving,
      },
    ],
    // At once, whatever the server says: it is told behind it.
    'logout.requested': { guard: 'hasSession', target: '.signedOut', actions: ['announceLeft', ...leaving] },
  },
  states: {
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: { target: 'resting', actions: { type: 'keepData', params: ({ event }) => ({ data: event.output }) } },
        onError: 'signedOut',
      },
    },
    // Back to where the person was: a guest whose sign-up failed is still a guest.
    resting: { always: [{ guard: 'hasSession', target: 'signedIn' }, { target: 'signedOut' }] },
    signedOut: {
      on: {
        'login.submitted': { target: 'attempting', actions: keepingAttempt },
        'code.requested': { target: 'attempting', actions: keepingAttempt },
        'signup.submitted': { target: 'attempting', actions: keepingAttempt },
        'passwordless.submitted': { target: 'attempting', actions: keepingAttempt },
        'code.awaited': {
          target: 'awaitingCode',
          actions: ['startAnew', { type: 'keepEmail', params: ({ event }) => event }],
        },
        'guest.requested': { target: 'signingUpGuest', actions: 'startAnew' },
        'verification.submitted': { target: 'attempting', actions: keepingAttempt },
        'verification.requested': { target: 'attempting', actions: keepingAttempt },
      },
    },
    attempting: {
      always: [
        { guard: { type: 'isAttempt', params: { type: 'login.submitted' } }, target: 'signingIn' },
        { guard: { type: 'isAttempt', params: { type: 'code.requested' } }, target: 'requestingCode' },
        { guard: { type: 'isAttempt', params: { type: 'signup.submitted' } }, target: 'signingUp' },
        { guard: { type: 'isAttempt', params: { type: 'passwordless.submitted' } }, target: 'signingUpPasswordless' },
        { guard: { type: 'isAttempt', params: { type: 'verification.submitted' } }, target: 'verifying' },
        { target: 'requestingVerification' },
      ],
    },
    signingIn: {
      tags: 'busy',
      exit: 'forgetAttempt',
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ context }) => attemptOf(context, 'login.submitted'),
        onDone: [
          {
            guard: { type: 'isVerified', params: ({ event }) => ({ data: event.output }) },
            target: 'signedIn',
            actions: opening,
          },
          {
            target: 'rejectingUnverified',
            actions: { type: 'keepData', params: ({ event }) => ({ data: sessionOf(event.output) }) },
          },
        ],
        onError: { target: 'resting', actions: keepingError },
      },
    },
    rejectingUnverified: {
      tags: 'busy',
      entry: { type: 'keepError', params: () => ({ error: new UserNotVerified() }) },
      on: { 'logout.requested': {} },
      invoke: {
        id: 'logout',
        src: 'logout',
        input: ({ context }) => ({ refreshToken: context.data?.refreshToken ?? '' }),
        onDone: { target: 'signedOut', actions: 'resetStore' },
        onError: { target: 'signedOut', actions: 'resetStore' },
      },
    },
    requestingCode: {
      tags: 'busy',
      exit: 'forgetAttempt',
      entry: { type: 'keepEmail', params: ({ context }) => attemptOf(context, 'code.requested') },
      invoke: {
        id: 'requestCode',
        src: 'requestCode',
        input: ({ context }) => ({ email: context.email }),
        onDone: 'awaitingCode',
        onError: { target: 'resting', actions: keepingError },
      },
    },
    awaitingCode: {
      on: {
        'code.submitted': { target: 'checkingCode', actions: 'startAnew' },
        'code.requested': { target: 'resendingCode', actions: 'startAnew' },
        'code.abandoned': { target: 'resting', actions: 'startAnew' },
      },
    },
    checkingCode: {
      tags: 'busy',
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ context, event }) => {
          assertEvent(event, 'code.submitted')
          return { email: context.email, code: event.code }
        },
        onDone: { target: 'signedIn', actions: opening },
        onError: { target: 'awaitingCode', actions: keepingError },
      },
    },
    resendingCode: {
      tags: 'busy',
      invoke: {
        id: 'requestCode',
        src: 'requestCode',
        input: ({ context }) => ({ email: context.email }),
        onDone: 'awaitingCode',
        onError: { target: 'awaitingCode', actions: keepingError },
      },
    },
    signingUp: {
      tags: 'busy',
      exit: 'forgetAttempt',
      invoke: {
        id: 'signUp',
        src: 'signUp',
        input: ({ context }) => attemptOf(context, 'signup.submitted'),
        onDone: { target: 'signedIn', actions: opening },
        onError: { target: 'resting', actions: keepingError },
      },
    },
    signingUpPasswordless: {
      tags: 'busy',
      exit: 'forgetAttempt',
      entry: { type: 'keepEmail', params: ({ context }) => attemptOf(context, 'passwordless.submitted') },
      invoke: {
        id: 'signUpPasswordless',
        src: 'signUpPasswordless',
        input: ({ context }) => attemptOf(context, 'passwordless.submitted'),
        onDone: 'awaitingCode',
        onError: { target: 'resting', actions: keepingError },
      },
    },
    signingUpGuest: {
      tags: 'busy',
      invoke: {
        id: 'signUpGuest',
        src: 'signUpGuest',
        onDone: { target: 'signedIn', actions: opening },
        onError: { target: 'resting', actions: keepingError },
      },
    },
    verifying: {
      tags: 'busy',
      exit: 'forgetAttempt',
      invoke: {
        id: 'verifyEmail',
        src: 'verifyEmail',
        input: ({ context }) => attemptOf(context, 'verification.submitted'),
        onDone: [
          {
            guard: { type: 'endsOwnSession', params: ({ event }) => ({ verified: event.output }) },
            target: 'signedOut',
            actions: [
              { type: 'keepVerification', params: ({ event }) => ({ verified: event.output }) },
              'resetStore',
              'announceVerified',
            ],
          },
          {
            target: 'resting',
            actions: [
              { type: 'keepVerification', params: ({ event }) => ({ verified: event.output }) },
              'announceVerified',
            ],
          },
        ],
        onError: { target: 'resting', actions: keepingError },
      },
    },
    requestingVerification: {
      tags: 'busy',
      exit: 'forgetAttempt',
      invoke: {
        id: 'requestVerification',
        src: 'requestVerification',
        input: ({ context }) => attemptOf(context, 'verification.requested'),
        onDone: { target: 'resting', actions: 'noticeSent' },
        onError: { target: 'resting', actions: keepingError },
      },
    },
    signedIn: {
      initial: 'settled',
      on: {
        'login.submitted': { guard: 'isGuest', actions: keepingAttempt },
        'code.requested': { guard: 'isGuest', actions: keepingAttempt },
        'code.awaited': {
          guard: 'isGuest',
          target: 'awaitingCode',
          actions: ['startAnew', { type: 'keepEmail', params: ({ event }) => event }],
        },
        'signup.submitted': { guard: 'isGuest', actions: keepingAttempt },
        'passwordless.submitted': { guard: 'isGuest', actions: keepingAttempt },
        'verification.submitted': { actions: keepingAttempt },
        'verification.requested': { actions: keepingAttempt },
        'session.refused': { target: 'signedOut', actions: ending },
        'password.changed': { actions: 'keepPasswordChange' },
        'profile.changed': { actions: { type: 'keepName', params: ({ event }) => event } },
      },
      states: {
        settled: {
          always: { guard: 'hasAttempt', target: '#session.attempting' },
          on: {
            'refresh.requested': { target: 'refreshing', actions: 'forgetError' },
            // The server knows a guest by a token that still counts: without one they would lose id and wardrobe.
            'signup.submitted': { guard: 'isGuest', target: 'refreshing', actions: keepingAttempt },
            'passwordless.submitted': { guard: 'isGuest', target: 'refreshing', actions: keepingAttempt },
            // And it knows by one whose own sign-up is being verified: without, their password would be taken away.
            'verification.submitted': { target: 'refreshing', actions: keepingAttempt },
          },
        },
        refreshing: {
          tags: 'busy',
          // Nothing but a logout may cut a refresh off: its answer holds the only tokens that still count.
          on: {
            'record.changed': {
              guard: { type: 'hasNewerTokens', params: ({ event }) => ({ data: event.data }) },
              target: 'settled',
              actions: { type: 'takeOverData', params: ({ event }) => ({ data: event.data }) },
            },
          },
          invoke: {
            id: 'refreshToken',
            src: 'refreshToken',
            input: ({ context }) => {
              if (!context.data) throw new Error('refreshing without a session')
              return { data: context.data }
            },
            onDone: {
              target: 'settled',
              actions: { type: 'mergeData', params: ({ event }) => ({ data: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isOver', params: ({ event }) => ({ error: event.error }) },
                target: '#session.signedOut',
                actions: [keepingError, ...ending],
              },
              { target: 'settled', actions: ['forgetAttempt', keepingError] },
            ],
          },
        },
      },
    },
  },
})

/** What the attempt under way needs; the states that read it are entered with such an attempt only. */
function attemptOf<T extends keyof Attempts>({ attempt }: SessionContext, type: T): Attempts[T] {
  if (attempt?.type !== type) throw new Error(`no '${type}' is under way`)
  const { type: _, ...needs } = attempt
  return needs as unknown as Attempts[T]
}
