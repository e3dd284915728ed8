import {
  actorErrorParams,
  actorOutputParams,
  createSubmitTransitions,
  formSetup,
  initialFormContext,
} from './form.setup.ts'
import { firstInvalidField, requestBodyOf } from './rules/form.ts'

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
    'value.changed': { actions: { type: 'keepValue', params: ({ event }) => event } },
    'field.blurred': { actions: { type: 'touch', params: ({ event }) => ({ fields: [event.field] }) } },
    'draft.kept': { actions: { type: 'keepRevision', params: ({ event }) => event } },
    'initial.changed': { actions: { type: 'follow', params: ({ event }) => event } },
  },
  states: {
    editing: {
      on: {
        'draft.restored': { guard: 'isPristine', actions: { type: 'keepDraft', params: ({ event }) => event } },
        'draft.found': { guard: 'isPristine', actions: { type: 'offerDraft', params: ({ event }) => event } },
        'draft.declined': { actions: 'forgetOffer' },
        'form.discarded': { actions: 'startOver' },
        'submit.requested': createSubmitTransitions(),
      },
    },
    submitting: {
      tags: 'busy',
      entry: ['keepSent', 'forgetError'],
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
            guard: 'settles',
            target: 'editing',
            actions: [
              { type: 'settle', params: actorOutputParams },
              { type: 'announceSubmission', params: actorOutputParams },
            ],
          },
          {
            guard: 'repeats',
            target: 'editing',
            actions: ['beginAnew', { type: 'announceSubmission', params: actorOutputParams }],
          },
          { target: 'submitted', actions: { type: 'announceSubmission', params: actorOutputParams } },
        ],
        onError: [
          {
            guard: { type: 'landsOnFields', params: actorErrorParams },
            target: 'editing',
            actions: [
              { type: 'keepError', params: actorErrorParams },
              'forgetError',
              {
                type: 'announceBlock',
                params: ({ context }) => ({ faulty: firstInvalidField(context.fields, context.refused) }),
              },
            ],
          },
          { target: 'failed', actions: { type: 'keepError', params: actorErrorParams } },
        ],
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'value.changed': {
          target: 'editing',
          actions: [{ type: 'keepValue', params: ({ event }) => event }, 'forgetError'],
        },
        'form.discarded': { target: 'editing', actions: 'startOver' },
        'submit.requested': createSubmitTransitions(),
      },
    },
    submitted: {},
  },
})
