import { assign, setup } from 'xstate'
import { provided } from './provided.ts'

interface InspectorContext {
  /** The step that is looked at. */
  step: number | null
  /** The actor whose chart is shown, by its session id. */
  actor: string | null
  /** A recording of another time or place, shown in place of what happens here. */
  shown: unknown
  /** Why a file could not be read. */
  error: unknown
}

type InspectorEvent =
  | { type: 'inspector.opened' }
  | { type: 'inspector.closed' }
  | { type: 'actor.chosen'; actor: string }
  | { type: 'step.chosen'; step: number; actor: string }
  | { type: 'step.left' }
  | { type: 'file.chosen'; file: unknown }
  | { type: 'recording.left' }
  | { type: 'recording.chosen'; recording: unknown }

/**
 * The inspector: it follows what happens, or looks at one step of it, of this page or of a recording that was brought. It is
 * no part of what it shows.
 */
export const inspectorMachine = setup({
  types: {} as { context: InspectorContext; events: InspectorEvent; tags: 'open' | 'looking' | 'busy' | 'failed' },
  actors: { readFile: provided<unknown, { file: unknown }>('readFile') },
  actions: {
    choose: assign((_, { actor }: { actor: string }) => ({ actor })),
    look: assign((_, { step, actor }: { step: number; actor: string }) => ({ step, actor })),
    forgetStep: assign({ step: null }),
    show: assign((_, { recording }: { recording: unknown }) => ({ shown: recording, actor: null, step: null })),
    forgetShown: assign({ shown: null, actor: null }),
    keepError: assign((_, { error }: { error: unknown }) => ({ error })),
    forgetError: assign({ error: null }),
  },
}).createMachine({
  id: 'inspector',
  context: { step: null, actor: null, shown: null, error: null },
  initial: 'closed',
  states: {
    closed: {
      entry: ['forgetStep', 'forgetShown', 'forgetError'],
      on: { 'inspector.opened': 'open' },
    },
    open: {
      tags: 'open',
      initial: 'live',
      on: {
        'inspector.closed': 'closed',
        'actor.chosen': { actions: { type: 'choose', params: ({ event }) => event } },
        'step.chosen': { target: '.looking', actions: { type: 'look', params: ({ event }) => event } },
        'file.chosen': '.reading',
        'recording.chosen': { target: '.live', actions: { type: 'show', params: ({ event }) => event } },
        'recording.left': { target: '.live', actions: 'forgetShown' },
      },
      states: {
        live: { entry: 'forgetStep' },
        looking: { tags: 'looking', on: { 'step.left': 'live' } },
        reading: {
          tags: 'busy',
          entry: ['forgetStep', 'forgetError'],
          invoke: {
            id: 'readFile',
            src: 'readFile',
            input: ({ event }) => ({ file: event.type === 'file.chosen' ? event.file : null }),
            onDone: {
              target: 'live',
              actions: { type: 'show', params: ({ event }) => ({ recording: event.output }) },
            },
            onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
          },
        },
        failed: { tags: 'failed', exit: 'forgetError', on: { 'step.left': 'live' } },
      },
    },
  },
})
