import { type ActorRefFrom, assign, emit, setup } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'

export type ReauthenticationMethod = 'password' | 'code'

/** Maximum number of stored code requests. Only the newest are tried. */
const MAX_REQUESTS = 5

interface ReauthenticationContext {
  /** Ids of the calls that wait for the reauthentication. */
  waitingCalls: readonly string[]
  methods: readonly ReauthenticationMethod[]
  /** Requests that a mailed code may belong to, the newest last. */
  requestIds: readonly string[]
  /** Error of the last request for a code. */
  error: unknown
}

type ReauthenticationEvent =
  | { type: 'reauthentication.requested'; id: string; methods: readonly ReauthenticationMethod[] }
  /** The call no longer waits, because it was aborted. */
  | { type: 'reauthentication.withdrawn'; id: string }
  | { type: 'reauthentication.completed' }
  | { type: 'reauthentication.declined' }
  | { type: 'code.requested' }
  | { type: 'password.chosen' }

/** Result, emitted to the waiting calls. */
export type ReauthenticationEmitted = { type: 'reauthentication.completed' } | { type: 'reauthentication.declined' }

export type ReauthenticationActor = ActorRefFrom<typeof reauthenticationMachine>

const INITIAL_CONTEXT = { waitingCalls: [], methods: [], requestIds: [], error: null } satisfies ReauthenticationContext

/** Asks the user to authenticate again. Several waiting calls share one dialog. */
export const reauthenticationMachine = setup({
  types: {} as {
    context: ReauthenticationContext
    events: ReauthenticationEvent
    emitted: ReauthenticationEmitted
    tags: 'busy'
  },
  actors: { requestCode: placeholderActor<string | undefined>('requestCode') },
  guards: {
    hasPassword: ({ context }) => context.methods.includes('password'),
    isLastWaitingCall: ({ context }, params: { id: string }) => context.waitingCalls.every((id) => id === params.id),
  },
  actions: {
    setMethods: assign({ methods: (_, params: { methods: readonly ReauthenticationMethod[] }) => params.methods }),
    addWaitingCall: assign({
      waitingCalls: ({ context }, { id }: { id: string }) => [
        ...context.waitingCalls.filter((other) => other !== id),
        id,
      ],
    }),
    removeWaitingCall: assign({
      waitingCalls: ({ context }, { id }: { id: string }) => context.waitingCalls.filter((other) => other !== id),
    }),
    storeRequestId: assign({
      requestIds: ({ context }, { requestId }: { requestId: string | undefined }) =>
        [...context.requestIds, ...(requestId === undefined ? [] : [requestId])].slice(-MAX_REQUESTS),
    }),
    storeError: assign({ error: (_, params: { error: unknown }) => params.error }),
    clearError: assign({ error: null }),
    reset: assign(INITIAL_CONTEXT),
    announceCompleted: emit({ type: 'reauthentication.completed' }),
    announceDeclined: emit({ type: 'reauthentication.declined' }),
  },
}).createMachine({
  id: 'reauthentication',
  context: INITIAL_CONTEXT,
  initial: 'idle',
  states: {
    idle: {
      on: {
        'reauthentication.requested': {
          target: 'prompting',
          actions: [
            { type: 'addWaitingCall', params: ({ event }) => event },
            { type: 'setMethods', params: ({ event }) => event },
          ],
        },
      },
    },
    prompting: {
      exit: 'reset',
      on: {
        'reauthentication.requested': { actions: { type: 'addWaitingCall', params: ({ event }) => event } },
        'reauthentication.withdrawn': [
          { guard: { type: 'isLastWaitingCall', params: ({ event }) => event }, target: 'idle' },
          { actions: { type: 'removeWaitingCall', params: ({ event }) => event } },
        ],
        'reauthentication.completed': { target: 'idle', actions: 'announceCompleted' },
        'reauthentication.declined': { target: 'idle', actions: 'announceDeclined' },
      },
      initial: 'evaluating',
      states: {
        evaluating: { always: [{ guard: 'hasPassword', target: 'password' }, { target: 'code' }] },
        password: { on: { 'code.requested': 'code.sending' } },
        code: {
          on: { 'password.chosen': { guard: 'hasPassword', target: 'password' } },
          initial: 'idle',
          states: {
            // Once a code was requested, the user enters the code. Before that, a code must be sent.
            idle: { on: { 'code.requested': 'sending' } },
            sending: {
              tags: 'busy',
              entry: 'clearError',
              invoke: {
                id: 'requestCode',
                src: 'requestCode',
                onDone: {
                  target: 'idle',
                  actions: { type: 'storeRequestId', params: ({ event }) => ({ requestId: event.output }) },
                },
                onError: { target: 'idle', actions: { type: 'storeError', params: ({ event }) => event } },
              },
            },
          },
        },
      },
    },
  },
})
