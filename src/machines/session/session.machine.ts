import { assertEvent } from 'xstate'
import type { SessionData } from '../../api/contract/auth.ts'
import type { EmailVerificationResult } from '../../api/contract/users.ts'
import {
  awaitCode,
  closeSession,
  createAttemptState,
  onEveryAttempt,
  openSession,
  recordFromOtherTab,
  rejectUnverified,
  sessionSetup,
  storeAttempt,
  storeError,
  storeVerification,
  transitionForAttempt,
} from './session.setup.ts'
import { attemptParamsOf, NO_SESSION } from './session.ts'

/** Session of an account. Restores the session, signs up or in, refreshes the session, and closes it once. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: NO_SESSION,
  initial: 'restoring',
  on: {
    'record.changed': [
      {
        guard: { type: 'isNewSession', params: recordFromOtherTab },
        target: '.signedIn',
        actions: [{ type: 'storeData', params: recordFromOtherTab }, 'announceOpened'],
      },
      {
        // The current request continues: another tab's refresh must not abort a guest's sign-up or a logout.
        guard: { type: 'isSameAccount', params: recordFromOtherTab },
        actions: { type: 'adoptNewerTokens', params: recordFromOtherTab },
      },
      {
        // Another account: discard attempts made for the previous account.
        guard: { type: 'isSession', params: recordFromOtherTab },
        target: '.signedIn',
        actions: ['clearAttempt', { type: 'storeData', params: recordFromOtherTab }],
      },
      {
        guard: 'hasSession',
        target: '.signedOut',
        actions: closeSession('logged_out'),
      },
    ],
    // Sign out immediately. The server is notified afterwards and cannot prevent the sign-out.
    'logout.requested': {
      guard: 'hasSession',
      target: '.signedOut',
      actions: [
        {
          type: 'requestRevocation',
          params: ({ context }) => ({ refreshToken: context.data?.refreshToken ?? '' }),
        },
        ...closeSession('logged_out'),
      ],
    },
    // Accepted in every state, regardless of the request in progress.
    'password.changed': { guard: 'hasSession', actions: 'markPasswordUpdated' },
    'profile.changed': { guard: 'hasSession', actions: { type: 'storeName', params: ({ event }) => event } },
  },
  states: {
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: {
          target: 'returning',
          actions: { type: 'storeData', params: ({ event }) => ({ data: event.output }) },
        },
        onError: 'signedOut',
      },
    },
    // Return to the previous state: a guest whose sign-up failed is still a guest.
    returning: { always: [{ guard: 'hasSession', target: 'signedIn' }, { target: 'signedOut' }] },
    signedOut: {
      on: {
        ...onEveryAttempt({ target: 'attempting', actions: storeAttempt } as const),
        'guest.requested': { target: 'signingUpGuest', actions: 'clearMessages' },
      },
    },
    attempting: {
      always: [
        transitionForAttempt('login.submitted', 'signingIn'),
        transitionForAttempt('code.requested', 'requestingCode'),
        transitionForAttempt('signup.submitted', 'signingUp'),
        transitionForAttempt('passwordless.submitted', 'signingUpPasswordless'),
        transitionForAttempt('verification.submitted', 'verifying'),
        { ...transitionForAttempt('code.awaited', 'awaitingCode'), actions: awaitCode },
        { target: 'requestingVerification' },
      ],
    },
    signingIn: createAttemptState('login', 'login.submitted', [
      {
        guard: {
          type: 'isVerified',
          params: ({ event }: { event: { output: SessionData } }) => ({ data: event.output }),
        },
        target: 'signedIn',
        actions: openSession,
      },
      // The session that the server opened is rejected and revoked in the background.
      { target: 'returning', actions: rejectUnverified },
    ] as const),
    requestingCode: {
      ...createAttemptState('requestCode', 'code.requested', 'awaitingCode'),
      entry: { type: 'storeEmail', params: ({ context }) => attemptParamsOf(context, 'code.requested') },
    },
    awaitingCode: {
      on: {
        'code.submitted': { target: 'checkingCode', actions: 'clearMessages' },
        'code.requested': { target: 'resendingCode', actions: 'clearMessages' },
        'code.cancelled': { target: 'returning', actions: 'clearMessages' },
        // Another address may be verified in the meantime, by link or code. The machine then no longer waits for this code.
        'verification.submitted': [
          { guard: 'hasSession', target: 'signedIn.refreshing', actions: storeAttempt },
          { target: 'attempting', actions: storeAttempt },
        ],
        'verification.requested': { target: 'attempting', actions: storeAttempt },
      },
    },
    checkingCode: {
      tags: 'busy',
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ context, event }) => {
          assertEvent(event, 'code.submitted')
          const { type: _, ...code } = event
          return { email: context.email, ...code }
        },
        onDone: { target: 'signedIn', actions: openSession },
        onError: { target: 'awaitingCode', actions: storeError },
      },
    },
    resendingCode: {
      tags: 'busy',
      invoke: {
        id: 'requestCode',
        src: 'requestCode',
        input: ({ context }) => ({ email: context.email }),
        onDone: 'awaitingCode',
        onError: { target: 'awaitingCode', actions: storeError },
      },
    },
    signingUp: createAttemptState('signUp', 'signup.submitted', { target: 'signedIn', actions: openSession } as const),
    signingUpPasswordless: {
      ...createAttemptState('signUpPasswordless', 'passwordless.submitted', 'awaitingCode'),
      entry: { type: 'storeEmail', params: ({ context }) => attemptParamsOf(context, 'passwordless.submitted') },
    },
    signingUpGuest: {
      tags: 'busy',
      invoke: {
        id: 'signUpGuest',
        src: 'signUpGuest',
        onDone: { target: 'signedIn', actions: openSession },
        onError: { target: 'returning', actions: storeError },
      },
    },
    verifying: createAttemptState('verifyEmail', 'verification.submitted', [
      {
        guard: {
          type: 'endsOwnSession',
          params: ({ event }: { event: { output: EmailVerificationResult } }) => ({ verified: event.output }),
        },
        target: 'signedOut',
        actions: [storeVerification, 'resetStore'],
      },
      {
        guard: {
          type: 'isOwnEmail',
          params: ({ event }: { event: { output: EmailVerificationResult } }) => ({ verified: event.output }),
        },
        // The token still has guest permissions.
        target: 'signedIn.refreshing',
        actions: storeVerification,
      },
      { target: 'returning', actions: storeVerification },
    ] as const),
    requestingVerification: createAttemptState('requestVerification', 'verification.requested', {
      target: 'returning',
      actions: 'storeSentNotice',
    } as const),
    signedIn: {
      initial: 'settled',
      on: {
        ...onEveryAttempt({ guard: 'isGuest', actions: storeAttempt } as const),
        'verification.submitted': { actions: storeAttempt },
        'verification.requested': { actions: storeAttempt },
        'token.rejected': { target: 'signedOut', actions: closeSession('login_required') },
      },
      states: {
        settled: {
          always: { guard: 'hasAttempt', target: '#session.attempting' },
          on: {
            'refresh.requested': { target: 'refreshing', actions: 'clearError' },
            // The server identifies a guest by a valid token. Without a valid token, the guest would lose their id and wardrobe.
            'signup.submitted': { guard: 'isGuest', target: 'refreshing', actions: storeAttempt },
            'passwordless.submitted': { guard: 'isGuest', target: 'refreshing', actions: storeAttempt },
            // The server also uses the token to recognise a user verifying their own sign-up. Without the token, the user's
            // password would be removed.
            'verification.submitted': { target: 'refreshing', actions: storeAttempt },
          },
        },
        refreshing: {
          tags: 'busy',
          // Only a logout may abort a refresh, because the response to the refresh contains the only valid tokens.
          on: {
            'token.rejected': {},
            'record.changed': {
              guard: { type: 'hasNewerTokens', params: recordFromOtherTab },
              target: 'settled',
              actions: { type: 'adoptNewerTokens', params: recordFromOtherTab },
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
                guard: { type: 'isSessionEnding', params: ({ event }) => ({ error: event.error }) },
                target: '#session.signedOut',
                actions: [storeError, ...closeSession('login_required')],
              },
              // The address is verified. The next refresh brings the permissions.
              { guard: 'hasVerifiedNotice', target: 'settled', actions: 'clearAttempt' },
              { target: 'settled', actions: ['clearAttempt', storeError] },
            ],
          },
        },
      },
    },
  },
})
