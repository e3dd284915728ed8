import {
  actorErrorParams,
  actorOutputParams,
  createSubmitTransitions,
  formSetup,
  initialFormContext,
} from './form.setup.ts'
import { firstInvalidField, requestBodyOf } from './form.ts'

/**
 * Form: validates on change, shows faults of touched fields only, and submits once valid. Retains the values if the submission
 * fails.
 */
export const formMachine = formSetup.createMachine({
  id: 'form',
  // Resuming in the inspector must not submit a second time.
  meta: { resumes: [] },
  context: ({ input }) => initialFormContext(input),
  initial: 'editing',
  on: {
    'value.changed': { actions: { type: 'setValue', params: ({ event }) => event } },
    'field.blurred': { actions: { type: 'touchFields', params: ({ event }) => ({ fields: [event.field] }) } },
    'draft.saved': { actions: { type: 'storeSavedRevision', params: ({ event }) => event } },
    'initial.changed': { actions: { type: 'rebaseOnInitial', params: ({ event }) => event } },
  },
  states: {
    editing: {
      on: {
        'draft.restored': { guard: 'isPristine', actions: { type: 'restoreDraft', params: ({ event }) => event } },
        'draft.found': { guard: 'isPristine', actions: { type: 'offerDraft', params: ({ event }) => event } },
        'draft.declined': { actions: 'clearOfferedDraft' },
        'form.discarded': { actions: 'reset' },
        'submit.requested': createSubmitTransitions(),
      },
    },
    submitting: {
      tags: 'busy',
      entry: ['storeSubmittedValues', 'clearError'],
      invoke: {
        id: 'submitForm',
        src: 'submitForm',
        input: ({ context: { values, fields, initial, revision, purpose } }) => ({
          body: requestBodyOf(values, fields),
          initial,
          revision,
          purpose,
        }),
        onDone: [
          {
            guard: 'settlesAfterSubmit',
            target: 'editing',
            actions: [
              { type: 'rebaseOnResponse', params: actorOutputParams },
              { type: 'announceSubmission', params: actorOutputParams },
            ],
          },
          {
            guard: 'repeatsAfterSubmit',
            target: 'editing',
            actions: ['startNewRevision', { type: 'announceSubmission', params: actorOutputParams }],
          },
          { target: 'submitted', actions: { type: 'announceSubmission', params: actorOutputParams } },
        ],
        onError: [
          {
            guard: { type: 'isShownAtFields', params: actorErrorParams },
            target: 'editing',
            actions: [
              { type: 'storeError', params: actorErrorParams },
              'clearError',
              {
                type: 'announceBlockedSubmit',
                params: ({ context }) => ({ faulty: firstInvalidField(context.fields, context.serverFaults) }),
              },
            ],
          },
          { target: 'failed', actions: { type: 'storeError', params: actorErrorParams } },
        ],
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'value.changed': {
          target: 'editing',
          actions: [{ type: 'setValue', params: ({ event }) => event }, 'clearError'],
        },
        'form.discarded': { target: 'editing', actions: 'reset' },
        'submit.requested': createSubmitTransitions(),
      },
    },
    submitted: {},
  },
})
