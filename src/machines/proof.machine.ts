import { type ActorRefFrom, assign, emit, setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'

export type ProofMethod = 'password' | 'code'

/** Maximum number of stored code requests. Only the newest are tried. */
const MAX_REQUESTS = 5

interface ProofContext {
  /** Ids of the calls that wait for the proof. */
  waiting: readonly string[]
  methods: readonly ProofMethod[]
  /** Requests that a mailed code may belong to, the newest last. */
  requestIds: readonly string[]
  /** Error of the last request for a code. */
  error: unknown
}

type ProofEvent =
  | { type: 'proof.requested'; id: string; methods: readonly ProofMethod[] }
  /** The call no longer waits, because it was aborted. */
  | { type: 'proof.withdrawn'; id: string }
  | { type: 'proof.given' }
  | { type: 'proof.declined' }
  | { type: 'code.requested' }
  | { type: 'password.chosen' }

/** Result, emitted to the waiting calls. */
export type ProofEmitted = { type: 'proof.given' } | { type: 'proof.declined' }

export type ProofActor = ActorRefFrom<typeof proofMachine>

const NO_PROOF_REQUESTED = { waiting: [], methods: [], requestIds: [], error: null } satisfies ProofContext

/** Asks the user for a new proof of identity. Several waiting calls share one dialog. */
export const proofMachine = setup({
  types: {} as { context: ProofContext; events: ProofEvent; emitted: ProofEmitted; tags: 'busy' },
  actors: { requestCode: placeholderActor<string | undefined>('requestCode') },
  guards: {
    hasPassword: ({ context }) => context.methods.includes('password'),
    isLastWaiting: ({ context }, params: { id: string }) => context.waiting.every((id) => id === params.id),
  },
  actions: {
    setMethods: assign({ methods: (_, params: { methods: readonly ProofMethod[] }) => params.methods }),
    addWaiting: assign({
      waiting: ({ context }, { id }: { id: string }) => [...context.waiting.filter((other) => other !== id), id],
    }),
    removeWaiting: assign({
      waiting: ({ context }, { id }: { id: string }) => context.waiting.filter((other) => other !== id),
    }),
    keepRequest: assign({
      requestIds: ({ context }, { requestId }: { requestId: string | undefined }) =>
        [...context.requestIds, ...(requestId === undefined ? [] : [requestId])].slice(-MAX_REQUESTS),
    }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    clearError: assign({ error: null }),
    forget: assign(NO_PROOF_REQUESTED),
    announceGiven: emit({ type: 'proof.given' }),
    announceDeclined: emit({ type: 'proof.declined' }),
  },
}).createMachine({
  id: 'proof',
  context: NO_PROOF_REQUESTED,
  initial: 'idle',
  states: {
    idle: {
      on: {
        'proof.requested': {
          target: 'asking',
          actions: [
            { type: 'addWaiting', params: ({ event }) => event },
            { type: 'setMethods', params: ({ event }) => event },
          ],
        },
      },
    },
    asking: {
      exit: 'forget',
      on: {
        'proof.requested': { actions: { type: 'addWaiting', params: ({ event }) => event } },
        'proof.withdrawn': [
          { guard: { type: 'isLastWaiting', params: ({ event }) => event }, target: 'idle' },
          { actions: { type: 'removeWaiting', params: ({ event }) => event } },
        ],
        'proof.given': { target: 'idle', actions: 'announceGiven' },
        'proof.declined': { target: 'idle', actions: 'announceDeclined' },
      },
      initial: 'choosing',
      states: {
        choosing: { always: [{ guard: 'hasPassword', target: 'password' }, { target: 'code' }] },
        password: { on: { 'code.requested': 'code.sending' } },
        code: {
          on: { 'password.chosen': { guard: 'hasPassword', target: 'password' } },
          initial: 'resting',
          states: {
            // Once a code was requested, the user enters the code. Before that, a code must be sent.
            resting: { on: { 'code.requested': 'sending' } },
            sending: {
              tags: 'busy',
              entry: 'clearError',
              invoke: {
                id: 'requestCode',
                src: 'requestCode',
                onDone: {
                  target: 'resting',
                  actions: { type: 'keepRequest', params: ({ event }) => ({ requestId: event.output }) },
                },
                onError: { target: 'resting', actions: { type: 'keepError', params: ({ event }) => event } },
              },
            },
          },
        },
      },
    },
  },
})
