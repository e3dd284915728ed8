import { answered, beginning, failed, formSetup, submitting } from './form.parts.ts'
import { bodyOf, firstFaulty } from './rules/form.ts'

/** A form: values checked as they change, shown wrong only where touched, sent once sound, kept when sending fails. */
export const formMachine = formSetup.createMachine({
  id: 'form',
  // Nothing is sent a second time.
  meta: { resumes: [] },
  context: ({ input }) => beginning(input),
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
        'submit.requested': submitting(),
      },
    },
    submitting: {
      tags: 'busy',
      entry: ['keepSent', 'forgetError'],
      invoke: {
        id: 'submitForm',
        src: 'submitForm',
        input: ({ context: { values, fields, initial, revision, purpose } }) => ({
          body: bodyOf(values, fields),
          initial,
          revision,
          purpose,
        }),
        onDone: [
          {
            guard: 'settles',
            target: 'editing',
            actions: [
              { type: 'settle', params: answered },
              { type: 'announceSubmission', params: answered },
            ],
          },
          {
            guard: 'repeats',
            target: 'editing',
            actions: ['beginAnew', { type: 'announceSubmission', params: answered }],
          },
          { target: 'submitted', actions: { type: 'announceSubmission', params: answered } },
        ],
        onError: [
          {
            guard: { type: 'landsOnFields', params: failed },
            target: 'editing',
            actions: [
              { type: 'keepError', params: failed },
              'forgetError',
              {
                type: 'announceBlock',
                params: ({ context }) => ({ faulty: firstFaulty(context.fields, context.refused) }),
              },
            ],
          },
          { target: 'failed', actions: { type: 'keepError', params: failed } },
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
        'submit.requested': submitting(),
      },
    },
    submitted: {},
  },
})
