import type * as v from 'valibot'
import { assign, emit, setup } from 'xstate'
import { provided } from './provided.ts'
import {
  bodyOf,
  type Faults,
  type FormField,
  type FormValues,
  faultsOf,
  fieldOfKey,
  firstFaulty,
  landsOnFields,
  type Places,
  refusedFields,
  withValue,
} from './rules/form.ts'

/** What a form is made from. `schema` is the contract's own; `fields` stand in the order of the page. */
export interface FormInput {
  schema: v.GenericSchema
  fields: readonly FormField[]
  initial: FormValues
  places?: Places
}

/** What was kept of a form: what differs from how it began, and the revision that was. */
export interface FormDraft {
  values: FormValues
  revision: number
}

interface FormContext extends FormInput {
  values: FormValues
  touched: ReadonlySet<string>
  /** What the schema finds wrong with the values as they are. */
  faults: Faults
  /** What the server found wrong with the values it was sent, until they change. */
  refused: Faults
  /** How often submitting was tried. */
  submits: number
  /** Counts changes: submitting the same revision again is the same intent. */
  revision: number
  /** A draft from before, waiting to be taken up or turned down. */
  offered: FormDraft | null
  error: unknown
}

type FormEvent =
  | { type: 'value.changed'; key: string; value: unknown }
  | { type: 'field.blurred'; field: string }
  | { type: 'draft.restored'; draft: FormDraft }
  | { type: 'draft.found'; draft: FormDraft }
  | { type: 'draft.declined' }
  | { type: 'form.discarded' }
  | { type: 'submit.requested' }

/** `submit.blocked` names the first faulty field, which takes the focus. */
export type FormEmitted = { type: 'submit.blocked'; field: string } | { type: 'form.submitted'; output: unknown }

/** A form: values checked as they change, shown wrong only where touched, sent once sound, kept when sending fails. */
export const formMachine = setup({
  types: {} as {
    input: FormInput
    context: FormContext
    events: FormEvent
    emitted: FormEmitted
    tags: 'busy' | 'failed'
  },
  actors: { submitForm: provided<unknown, { body: FormValues; revision: number }>('submitForm') },
  guards: {
    isSound: ({ context }) => firstFaulty(context.fields, faultsNow(context)) === undefined,
    isPristine: ({ context }) => context.revision === 0,
    landsOnFields: ({ context }, params: { error: unknown }) =>
      landsOnFields(params.error, context.fields, context.places),
  },
  actions: {
    keepValue: assign(({ context }, params: { key: string; value: unknown }) => {
      const values = withValue(context.values, context.fields, params.key, params.value)
      const { [fieldOfKey(context.fields, params.key)]: _answered, ...refused } = context.refused
      return {
        values,
        refused,
        faults: faultsOf(context.schema, values, context.fields),
        revision: context.revision + 1,
        // Who goes on typing has left what was kept behind.
        offered: null,
      }
    }),
    touch: assign({
      touched: ({ context }, params: { field: string }) => new Set([...context.touched, params.field]),
    }),
    countSubmit: assign({ submits: ({ context }) => context.submits + 1 }),
    keepDraft: assign(({ context }, { draft }: { draft: FormDraft }) => {
      const values = { ...context.initial, ...draft.values }
      const faults = faultsOf(context.schema, values, context.fields)
      return { values, revision: draft.revision, faults, offered: null }
    }),
    offerDraft: assign({ offered: (_, params: { draft: FormDraft }) => params.draft }),
    forgetOffer: assign({ offered: null }),
    startOver: assign(({ context }) => beginning(context)),
    keepError: assign({
      error: (_, params: { error: unknown }) => params.error,
      refused: ({ context }, params: { error: unknown }) => refusedFields(params.error, context.fields, context.places),
    }),
    forgetError: assign({ error: null }),
    announceBlock: emit(({ context }) => ({
      type: 'submit.blocked' as const,
      field: firstFaulty(context.fields, faultsNow(context)) ?? '',
    })),
    announceSubmission: emit((_, params: { output: unknown }) => ({
      type: 'form.submitted' as const,
      output: params.output,
    })),
  },
}).createMachine({
  id: 'form',
  context: ({ input }) => beginning(input),
  initial: 'editing',
  on: {
    'value.changed': { actions: { type: 'keepValue', params: ({ event }) => event } },
    'field.blurred': { actions: { type: 'touch', params: ({ event }) => event } },
  },
  states: {
    editing: {
      on: {
        'draft.restored': { guard: 'isPristine', actions: { type: 'keepDraft', params: ({ event }) => event } },
        'draft.found': { guard: 'isPristine', actions: { type: 'offerDraft', params: ({ event }) => event } },
        'draft.declined': { actions: 'forgetOffer' },
        'form.discarded': { actions: 'startOver' },
        'submit.requested': [
          { guard: 'isSound', target: 'submitting', actions: 'countSubmit' },
          { actions: ['countSubmit', 'announceBlock'] },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        id: 'submitForm',
        src: 'submitForm',
        input: ({ context }) => ({ body: bodyOf(context.values, context.fields), revision: context.revision }),
        onDone: {
          target: 'submitted',
          actions: { type: 'announceSubmission', params: ({ event }) => ({ output: event.output }) },
        },
        onError: [
          {
            guard: { type: 'landsOnFields', params: ({ event }) => ({ error: event.error }) },
            target: 'editing',
            actions: [
              { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
              'forgetError',
              'announceBlock',
            ],
          },
          { target: 'failed', actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) } },
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
        'submit.requested': { target: 'submitting', actions: ['countSubmit', 'forgetError'] },
      },
    },
    submitted: {},
  },
})

/** The faults of the values as they are: the schema's, then the server's. */
export const faultsNow = (context: Pick<FormContext, 'faults' | 'refused'>): Faults => ({
  ...context.refused,
  ...context.faults,
})

function beginning({ schema, fields, initial, places = {} }: FormInput): FormContext {
  const faults = faultsOf(schema, initial, fields)
  const nothing = { touched: new Set<string>(), refused: {}, submits: 0, revision: 0, offered: null, error: null }
  return { schema, fields, initial, places, values: initial, faults, ...nothing }
}
