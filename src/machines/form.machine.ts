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
  followed,
  isDirty,
  landsOnFields,
  type Places,
  refusedFields,
  settled,
  withValue,
} from './rules/form.ts'

/** What a form is made from. `schema` is the contract's own; `fields` stand in the order of the page. */
export interface FormInput {
  schema: v.GenericSchema
  fields: readonly FormField[]
  initial: FormValues
  places?: Places
  /**
   * The form goes on once it is sent, about the same thing: what the service answers is what it begins with then, and with
   * nothing changed there is nothing to send.
   */
  stays?: boolean
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
  /** The values as they were sent last. */
  sent: FormValues
  /** The revision that a draft holds, whole; `null` while none does. */
  kept: number | null
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
  | { type: 'draft.kept'; revision: number }
  /** What the form is about is another now: what nobody touched follows. */
  | { type: 'initial.changed'; initial: FormValues }
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
  actors: {
    submitForm: provided<unknown, { body: FormValues; initial: FormValues; revision: number }>('submitForm'),
  },
  guards: {
    isSound: ({ context }) => firstFaulty(context.fields, faultsNow(context)) === undefined,
    isPristine: ({ context }) => context.revision === 0,
    isSaved: ({ context }) => context.stays === true && !isDirty(context.values, context.initial),
    staysOpen: ({ context }) => context.stays === true,
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
    keepSent: assign({ sent: ({ context }) => context.values }),
    keepRevision: assign({ kept: (_, params: { revision: number }) => params.revision }),
    follow: assign(({ context }, params: { initial: FormValues }) => {
      const held = followed(context, params.initial)
      return { ...held, faults: faultsOf(context.schema, held.values, context.fields) }
    }),
    settle: assign(({ context }, params: { output: unknown }) => {
      const held = settled(context, context.sent, params.output as FormValues)
      const faults = faultsOf(context.schema, held.values, context.fields)
      // Another revision: what is typed next is another intent, and the draft of this one is done with.
      return { ...context, ...NOTHING, ...held, faults, revision: context.revision + 1 }
    }),
    keepDraft: assign(({ context }, { draft }: { draft: FormDraft }) => {
      const values = { ...context.initial, ...draft.values }
      const faults = faultsOf(context.schema, values, context.fields)
      return { values, revision: draft.revision, kept: draft.revision, faults, offered: null }
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
        'submit.requested': [
          { guard: 'isSaved' },
          { guard: 'isSound', target: 'submitting', actions: 'countSubmit' },
          { actions: ['countSubmit', 'announceBlock'] },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      entry: 'keepSent',
      invoke: {
        id: 'submitForm',
        src: 'submitForm',
        input: ({ context: { values, fields, initial, revision } }) => ({
          body: bodyOf(values, fields),
          initial,
          revision,
        }),
        onDone: [
          {
            guard: 'staysOpen',
            target: 'editing',
            actions: [
              { type: 'settle', params: ({ event }) => ({ output: event.output }) },
              { type: 'announceSubmission', params: ({ event }) => ({ output: event.output }) },
            ],
          },
          {
            target: 'submitted',
            actions: { type: 'announceSubmission', params: ({ event }) => ({ output: event.output }) },
          },
        ],
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

function beginning({ schema, fields, initial, places = {}, stays = false }: FormInput): FormContext {
  const faults = faultsOf(schema, initial, fields)
  const held = { values: initial, sent: initial, revision: 0, kept: null, offered: null }
  return { schema, fields, initial, places, stays, faults, ...held, ...NOTHING }
}

/** Nothing was touched, tried or refused. */
const NOTHING = { touched: new Set<string>(), refused: {}, submits: 0, error: null }
