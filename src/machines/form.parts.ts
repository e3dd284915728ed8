import type * as v from 'valibot'
import { assign, emit, setup } from 'xstate'
import { provided } from './provided.ts'
import {
  type Faults,
  type FormField,
  type FormValues,
  faultsNow,
  faultsOf,
  fieldOfKey,
  firstFaulty,
  followed,
  isDirty,
  landsOnFields,
  neededFields,
  type Places,
  type Purposes,
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
  /** What else it may be sent for, by name, and the fields each of these needs. What it is there for needs them all. */
  purposes?: Purposes
  /**
   * What becomes of it once it is sent. `ends`, the default: nothing more. `settles`: it goes on about the same thing; what
   * the service answers is what it begins with then, and with nothing changed there is nothing to send. `repeats`: it asked
   * for something, and may ask again as it is.
   */
  onceSent?: 'ends' | 'settles' | 'repeats'
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
  /** What it was sent for last, where that is not what it is there for. */
  purpose: string | undefined
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
  | { type: 'submit.requested'; purpose?: string }

/** `submit.blocked` names the first faulty field, which takes the focus. */
export type FormEmitted = { type: 'submit.blocked'; field: string } | { type: 'form.submitted'; output: unknown }

/** What a form's machine is made of: its actor, guards and actions. */
export const formSetup = setup({
  types: {} as {
    input: FormInput
    context: FormContext
    events: FormEvent
    emitted: FormEmitted
    tags: 'busy' | 'failed'
  },
  actors: {
    submitForm: provided<
      unknown,
      { body: FormValues; initial: FormValues; revision: number; purpose: string | undefined }
    >('submitForm'),
  },
  guards: {
    isSound: (_, params: { faulty: string | undefined }) => params.faulty === undefined,
    isPristine: ({ context }) => context.revision === 0,
    isSaved: ({ context }) => context.onceSent === 'settles' && !isDirty(context.values, context.initial),
    settles: ({ context }) => context.onceSent === 'settles',
    repeats: ({ context }) => context.onceSent === 'repeats',
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
      touched: ({ context }, params: { fields: readonly string[] }) => new Set([...context.touched, ...params.fields]),
    }),
    keepPurpose: assign({ purpose: (_, params: { purpose?: string }) => params.purpose }),
    beginAnew: assign({ revision: ({ context }) => context.revision + 1 }),
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
    announceBlock: emit((_, params: { faulty: string | undefined }) => ({
      type: 'submit.blocked' as const,
      field: params.faulty ?? '',
    })),
    announceSubmission: emit((_, params: { output: unknown }) => ({
      type: 'form.submitted' as const,
      output: params.output,
    })),
  },
})

/** What submitting begins with. */
interface Asked {
  context: FormContext
  event: { purpose?: string }
}

const needed = ({ context, event }: Asked) => neededFields(context, event.purpose)

/** What submitting leads to: it is sent where all that it needs is sound, else it shows what is not. */
export function submitting() {
  const touching = { type: 'touch', params: namesOf } as const
  const keeping = { type: 'keepPurpose', params: ({ event }: Asked) => event } as const
  return [
    { guard: 'isSaved' },
    { guard: { type: 'isSound', params: faultyOf }, target: 'submitting', actions: [touching, keeping] },
    { actions: [touching, { type: 'announceBlock', params: faultyOf }] },
  ] as const
}

function namesOf(asked: Asked) {
  return { fields: needed(asked).map(({ name }) => name) }
}

function faultyOf(asked: Asked) {
  return { faulty: firstFaulty(needed(asked), faultsNow(asked.context)) }
}

/** What the service answered. */
export function answered({ event }: { event: { output: unknown } }) {
  return { output: event.output }
}

/** What sending failed with. */
export function failed({ event }: { event: { error: unknown } }) {
  return { error: event.error }
}

/** A form nobody has touched. */
export function beginning(input: FormInput): FormContext {
  const { schema, fields, initial, places = {}, purposes = {}, onceSent = 'ends' } = input
  const faults = faultsOf(schema, initial, fields)
  const held = { values: initial, sent: initial, revision: 0, kept: null, offered: null, purpose: undefined }
  return { schema, fields, initial, places, purposes, onceSent, faults, ...held, ...NOTHING }
}

/** Nothing was touched or refused. */
const NOTHING = { touched: new Set<string>(), refused: {}, error: null }
