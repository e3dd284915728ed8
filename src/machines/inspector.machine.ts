import { assign, setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'

interface InspectorContext {
  step: number | null
  /** Session id of the actor whose chart is shown. */
  actor: string | null
  /** Recording shown instead of the current page: an imported recording, or the recording from before the page load. */
  recording: unknown
  /** Reason why a file could not be read. */
  error: unknown
}

type InspectorEvent =
  | { type: 'inspector.opened' }
  | { type: 'inspector.closed' }
  | { type: 'actor.chosen'; actor: string }
  | { type: 'step.chosen'; step: number; actor: string }
  | { type: 'step.closed' }
  | { type: 'file.chosen'; file: unknown }
  | { type: 'recording.closed' }
  | { type: 'recording.chosen'; recording: unknown }

/**
 * Inspector: follows events live, or shows one step of this page or of an imported recording. This machine is not inspected
 * itself.
 */
export const inspectorMachine = setup({
  types: {} as { context: InspectorContext; events: InspectorEvent; tags: 'open' | 'viewingStep' | 'busy' | 'failed' },
  actors: { readFile: placeholderActor<unknown, { file: unknown }>('readFile') },
  actions: {
    selectActor: assign((_, { actor }: { actor: string }) => ({ actor })),
    selectStep: assign((_, { step, actor }: { step: number; actor: string }) => ({ step, actor })),
    clearStep: assign({ step: null }),
    showRecording: assign((_, { recording }: { recording: unknown }) => ({ recording, actor: null, step: null })),
    clearRecording: assign({ recording: null, actor: null }),
    storeError: assign((_, { error }: { error: unknown }) => ({ error })),
    clearError: assign({ error: null }),
  },
}).createMachine({
  id: 'inspector',
  context: { step: null, actor: null, recording: null, error: null },
  initial: 'closed',
  states: {
    closed: {
      entry: ['clearStep', 'clearRecording', 'clearError'],
      on: { 'inspector.opened': 'open' },
    },
    open: {
      tags: 'open',
      initial: 'live',
      on: {
        'inspector.closed': 'closed',
        'actor.chosen': { actions: { type: 'selectActor', params: ({ event }) => event } },
        'step.chosen': { target: '.viewingStep', actions: { type: 'selectStep', params: ({ event }) => event } },
        'file.chosen': '.reading',
        'recording.chosen': { target: '.live', actions: { type: 'showRecording', params: ({ event }) => event } },
        'recording.closed': { target: '.live', actions: 'clearRecording' },
      },
      states: {
        live: { entry: 'clearStep' },
        viewingStep: { tags: 'viewingStep', on: { 'step.closed': 'live' } },
        reading: {
          tags: 'busy',
          entry: ['clearStep', 'clearError'],
          invoke: {
            id: 'readFile',
            src: 'readFile',
            input: ({ event }) => ({ file: event.type === 'file.chosen' ? event.file : null }),
            onDone: {
              target: 'live',
              actions: { type: 'showRecording', params: ({ event }) => ({ recording: event.output }) },
            },
            onError: { target: 'failed', actions: { type: 'storeError', params: ({ event }) => event } },
          },
        },
        failed: { tags: 'failed', exit: 'clearError', on: { 'step.closed': 'live' } },
      },
    },
  },
})
