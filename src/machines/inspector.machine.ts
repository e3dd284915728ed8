import { assign, setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'

interface InspectorContext {
  step: number | null
  /** Session id of the actor whose chart is shown. */
  actor: string | null
  /** Recording shown instead of the current page: an imported recording, or the recording from before the page load. */
  shown: unknown
  /** Reason why a file could not be read. */
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
 * Inspector: follows events live, or shows one step of this page or of an imported recording. This machine is not inspected
 * itself.
 */
export const inspectorMachine = setup({
  types: {} as { context: InspectorContext; events: InspectorEvent; tags: 'open' | 'looking' | 'busy' | 'failed' },
  actors: { readFile: placeholderActor<unknown, { file: unknown }>('readFile') },
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
