import { assign, emit, setup } from 'xstate'
import type { SessionData } from '../api/contract/auth.ts'
import { UserNotVerified } from '../api/contract/errors.ts'
import { provided } from './provided.ts'
import { endsSession } from './rules/refresh-failure.ts'
import { merge } from './rules/session-record.ts'

/** Why a session closed: the person left, or it was found invalid and signing in is needed (Spec §2). */
export type CloseReason = 'logged_out' | 'login_required'

/** What the sign-in page sends. */
export interface Credentials {
  email: string
  password: string
}

interface SessionContext {
  data: SessionData | null
  /** What the last attempt to sign in or to refresh failed with. */
  error: unknown
}

type SessionEvent =
  | ({ type: 'login.submitted' } & Credentials)
  | { type: 'guest.requested' }
  | { type: 'refresh.requested' }
  | { type: 'logout.requested' }
  /** Another tab signed in, took new tokens, or signed out (`null`). */
  | { type: 'record.changed'; data: SessionData | null }

type SessionEmitted = { type: 'session.opened' } | { type: 'session.closed'; reason: CloseReason }

/** An account's session: restored or signed in, kept fresh, and closed once, by the person or because it is over. */
export const sessionMachine = setup({
  types: {} as { context: SessionContext; events: SessionEvent; emitted: SessionEmitted; tags: 'busy' },
  actors: {
    restoreSession: provided<SessionData | null>('restoreSession'),
    login: provided<SessionData, Credentials>('login'),
    signUpGuest: provided<SessionData>('signUpGuest'),
    refreshToken: provided<SessionData, { data: SessionData }>('refreshToken'),
    logout: provided<void, { refreshToken: string }>('logout'),
  },
  guards: {
    hasSession: (_, params: { data: SessionData | null }) => params.data !== null,
    isVerified: (_, params: { data: SessionData }) => Boolean(params.data.verifiedAt),
    isOver: (_, params: { error: unknown }) => endsSession(params.error),
  },
  actions: {
    keepData: assign({ data: (_, params: { data: SessionData | null }) => params.data, error: null }),
    mergeData: assign({
      data: ({ context }, params: { data: SessionData }) => merge(context.data, params.data),
      error: null,
    }),
    resetStore: assign({ data: null }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    forgetError: assign({ error: null }),
    announceOpened: emit({ type: 'session.opened' }),
    announceClosed: emit((_, params: { reason: CloseReason }) => ({
      type: 'session.closed' as const,
      reason: params.reason,
    })),
  },
}).createMachine({
  id: 'session',
  context: { data: null, error: null },
  initial: 'restoring',
  states: {
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ data: event.output }) },
            target: 'signedIn',
            actions: { type: 'keepData', params: ({ event }) => ({ data: event.output }) },
          },
          { target: 'signedOut' },
        ],
        onError: 'signedOut',
      },
    },
    signedOut: {
      on: {
        'login.submitted': { target: 'signingIn', actions: ['resetStore', 'forgetError'] },
        'guest.requested': { target: 'signingUpGuest', actions: ['resetStore', 'forgetError'] },
        'record.changed': {
          guard: { type: 'hasSession', params: ({ event }) => ({ data: event.data }) },
          target: 'signedIn',
          actions: [{ type: 'keepData', params: ({ event }) => ({ data: event.data }) }, 'announceOpened'],
        },
      },
    },
    signingIn: {
      tags: 'busy',
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ event }) => {
          if (event.type !== 'login.submitted') throw new Error(`signingIn entered by '${event.type}'`)
          return { email: event.email, password: event.password }
        },
        onDone: [
          {
            guard: { type: 'isVerified', params: ({ event }) => ({ data: event.output }) },
            target: 'signedIn',
            actions: [{ type: 'keepData', params: ({ event }) => ({ data: event.output }) }, 'announceOpened'],
          },
          {
            target: 'rejectingUnverified',
            actions: { type: 'keepData', params: ({ event }) => ({ data: event.output }) },
          },
        ],
        onError: {
          target: 'signedOut',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    rejectingUnverified: {
      tags: 'busy',
      entry: { type: 'keepError', params: () => ({ error: new UserNotVerified() }) },
      invoke: {
        id: 'logout',
        src: 'logout',
        input: ({ context }) => ({ refreshToken: context.data?.refreshToken ?? '' }),
        onDone: { target: 'signedOut', actions: 'resetStore' },
        onError: { target: 'signedOut', actions: 'resetStore' },
      },
    },
    signingUpGuest: {
      tags: 'busy',
      invoke: {
        id: 'signUpGuest',
        src: 'signUpGuest',
        onDone: {
          target: 'signedIn',
          actions: [{ type: 'keepData', params: ({ event }) => ({ data: event.output }) }, 'announceOpened'],
        },
        onError: {
          target: 'signedOut',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    signedIn: {
      initial: 'settled',
      on: {
        'logout.requested': 'loggingOut',
        'record.changed': [
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ data: event.data }) },
            target: '.settled',
            actions: { type: 'keepData', params: ({ event }) => ({ data: event.data }) },
          },
          {
            target: 'signedOut',
            actions: ['resetStore', { type: 'announceClosed', params: { reason: 'logged_out' } }],
          },
        ],
      },
      states: {
        settled: { on: { 'refresh.requested': { target: 'refreshing', actions: 'forgetError' } } },
        refreshing: {
          tags: 'busy',
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
                actions: [
                  'resetStore',
                  { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
                  { type: 'announceClosed', params: { reason: 'login_required' } },
                ],
              },
              {
                target: 'settled',
                actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
      },
    },
    loggingOut: {
      tags: 'busy',
      invoke: {
        id: 'logout',
        src: 'logout',
        input: ({ context }) => ({ refreshToken: context.data?.refreshToken ?? '' }),
        onDone: {
          target: 'signedOut',
          actions: ['resetStore', { type: 'announceClosed', params: { reason: 'logged_out' } }],
        },
        // The session ends here whether or not the server could be told: a person who leaves has left.
        onError: {
          target: 'signedOut',
          actions: ['resetStore', { type: 'announceClosed', params: { reason: 'logged_out' } }],
        },
      },
    },
  },
})
