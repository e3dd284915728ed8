import { assertEvent } from 'xstate'
import type { Verified } from '../api/contract/users.ts'
import type { SignedIn } from './rules/session.ts'
import { attemptOf, NO_SESSION } from './rules/session.ts'
import {
  awaiting,
  closing,
  doing,
  doneIn,
  given,
  keepingAttempt,
  keepingError,
  keepingVerification,
  onAttempts,
  opening,
  rejectingUnverified,
  sessionSetup,
} from './session.parts.ts'

/** An account's session: restored, signed up for or signed in to, kept fresh, and closed once. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: NO_SESSION,
  initial: 'restoring',
  on: {
    'record.changed': [
      {
        guard: { type: 'isNewSession', params: given },
        target: '.signedIn',
        actions: [
          { type: 'keepData', params: given },
          { type: 'announceOpened', params: {} },
        ],
      },
      {
        // What is under way goes on: another tab's refresh must not cut off a guest's sign-up, or a logout.
        guard: { type: 'isSameAccount', params: given },
        actions: { type: 'takeOverData', params: given },
      },
      {
        // Another account: what was asked for in the former one's name is not done in this one's.
        guard: { type: 'isSession', params: given },
        target: '.signedIn',
        actions: ['forgetAttempt', { type: 'keepData', params: given }],
      },
      {
        guard: 'hasSession',
        target: '.signedOut',
        actions: closing('logged_out'),
      },
    ],
    // At once, whatever the server says: it is told behind it.
    'logout.requested': {
      guard: 'hasSession',
      target: '.signedOut',
      actions: [
        {
          type: 'announceLeft',
          params: ({ context }) => ({ refreshToken: context.data?.refreshToken ?? '' }),
        },
        ...closing('logged_out'),
      ],
    },
    // Whatever else is asked for meanwhile.
    'password.changed': { guard: 'hasSession', actions: 'keepPasswordChange' },
    'profile.changed': { guard: 'hasSession', actions: { type: 'keepName', params: ({ event }) => event } },
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
        ...onAttempts({ target: 'attempting', actions: keepingAttempt } as const),
        'guest.requested': { target: 'signingUpGuest', actions: 'startAnew' },
      },
    },
    attempting: {
      always: [
        doneIn('login.submitted', 'signingIn'),
        doneIn('code.requested', 'requestingCode'),
        doneIn('signup.submitted', 'signingUp'),
        doneIn('passwordless.submitted', 'signingUpPasswordless'),
        doneIn('verification.submitted', 'verifying'),
        { ...doneIn('code.awaited', 'awaitingCode'), actions: awaiting },
        { target: 'requestingVerification' },
      ],
    },
    signingIn: doing('login', 'login.submitted', [
      {
        guard: {
          type: 'isVerified',
          params: ({ event }: { event: { output: SignedIn } }) => ({ data: event.output }),
        },
        target: 'signedIn',
        actions: opening,
      },
      // What the server began is nobody's session: it is told so behind the page.
      { target: 'resting', actions: rejectingUnverified },
    ] as const),
    requestingCode: {
      ...doing('requestCode', 'code.requested', 'awaitingCode'),
      entry: { type: 'keepEmail', params: ({ context }) => attemptOf(context, 'code.requested') },
    },
    awaitingCode: {
      on: {
        'code.submitted': { target: 'checkingCode', actions: 'startAnew' },
        'code.requested': { target: 'resendingCode', actions: 'startAnew' },
        'code.abandoned': { target: 'resting', actions: 'startAnew' },
        // Another address may be verified meanwhile, by its link or its code: then this code is waited for no more.
        'verification.submitted': [
          { guard: 'hasSession', target: 'signedIn.refreshing', actions: keepingAttempt },
          { target: 'attempting', actions: keepingAttempt },
        ],
        'verification.requested': { target: 'attempting', actions: keepingAttempt },
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
    signingUp: doing('signUp', 'signup.submitted', { target: 'signedIn', actions: opening } as const),
    signingUpPasswordless: {
      ...doing('signUpPasswordless', 'passwordless.submitted', 'awaitingCode'),
      entry: { type: 'keepEmail', params: ({ context }) => attemptOf(context, 'passwordless.submitted') },
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
    verifying: doing('verifyEmail', 'verification.submitted', [
      {
        guard: {
          type: 'endsOwnSession',
          params: ({ event }: { event: { output: Verified } }) => ({ verified: event.output }),
        },
        target: 'signedOut',
        actions: [keepingVerification, 'resetStore', 'announceVerified'],
      },
      { target: 'resting', actions: [keepingVerification, 'announceVerified'] },
    ] as const),
    requestingVerification: doing('requestVerification', 'verification.requested', {
      target: 'resting',
      actions: 'noticeSent',
    } as const),
    signedIn: {
      initial: 'settled',
      on: {
        ...onAttempts({ guard: 'isGuest', actions: keepingAttempt } as const),
        'verification.submitted': { actions: keepingAttempt },
        'verification.requested': { actions: keepingAttempt },
        'session.refused': { target: 'signedOut', actions: closing('login_required') },
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
            'session.refused': {},
            'record.changed': {
              guard: { type: 'hasNewerTokens', params: given },
              target: 'settled',
              actions: { type: 'takeOverData', params: given },
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
                actions: [keepingError, ...closing('login_required')],
              },
              { target: 'settled', actions: ['forgetAttempt', keepingError] },
            ],
          },
        },
      },
    },
  },
})
