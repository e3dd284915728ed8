import type * as v from 'valibot'
import { assign, emit, setup } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'
import {
  areErrorsShownAtFields,
  type FieldByErrorCode,
  type FieldErrors,
  type FormField,
  type FormValues,
  fieldOfKey,
  firstInvalidField,
  isDirty,
  mergeFieldErrors,
  parseServerFieldErrors,
  type RequiredFieldsByPurpose,
  rebaseAfterSubmit,
  rebaseOnUpdate,
  selectRequiredFields,
  validateValues,
  withValue,
} from './form.ts'

/** Definition of a form. `schema` comes from the contract; `fields` are in the order of the form. */
export interface FormInput {
  schema: v.GenericSchema
  fields: readonly FormField[]
  initial: FormValues
  fieldByErrorCode?: FieldByErrorCode
  /** Secondary purposes of a submission, with the fields each requires. The main purpose requires all fields. */
  purposes?: RequiredFieldsByPurpose
  /**
   * Behaviour after a successful submission.
   * - `ends` (default): the form is finished.
   * - `settles`: editing continues with the response as initial values. Without changes there is nothing to submit.
   * - `repeats`: the form can be submitted again unchanged.
   */
  afterSubmit?: 'ends' | 'settles' | 'repeats'
}

export interface FormDraft {
  values: FormValues
  revision: number
}

interface FormContext extends FormInput {
  values: FormValues
  touched: ReadonlySet<string>
  /** Faults of the current values by the schema. */
  faults: FieldErrors
  /** Faults that the server reported, until the values change. */
  serverFaults: FieldErrors
  /** Purpose of the last submission, if not the main one. */
  purpose: string | undefined
  /** Number of changes. Submitting the same revision again counts as a retry. */
  revision: number
  /** Values of the last submission. */
  submittedValues: FormValues
  /** Revision saved completely in a draft, or `null`. */
  savedRevision: number | null
  /** Earlier draft offered to the user. */
  offeredDraft: FormDraft | null
  error: unknown
}

type FormEvent =
  | { type: 'value.changed'; key: string; value: unknown }
  | { type: 'field.blurred'; field: string }
  | { type: 'draft.restored'; draft: FormDraft }
  | { type: 'draft.found'; draft: FormDraft }
  | { type: 'draft.declined' }
  | { type: 'draft.saved'; revision: number }
  /** The edited object has changed. Untouched fields take the new values. */
  | { type: 'initial.changed'; initial: FormValues }
  | { type: 'form.discarded' }
  | { type: 'submit.requested'; purpose?: string }

/** `submit.blocked` names the first faulty field, which receives the focus. */
export type FormEmitted = { type: 'submit.blocked'; field: string } | { type: 'form.submitted'; output: unknown }

export const formSetup = setup({
  types: {} as {
    input: FormInput
    context: FormContext
    events: FormEvent
    emitted: FormEmitted
    tags: 'busy' | 'failed'
  },
  actors: {
    submitForm: placeholderActor<
      unknown,
      { body: FormValues; initial: FormValues; revision: number; purpose: string | undefined }
    >('submitForm'),
  },
  guards: {
    isValid: (_, params: { faulty: string | undefined }) => params.faulty === undefined,
    isPristine: ({ context }) => context.revision === 0,
    hasNothingToSubmit: ({ context }) => context.afterSubmit === 'settles' && !isDirty(context.values, context.initial),
    settlesAfterSubmit: ({ context }) => context.afterSubmit === 'settles',
    repeatsAfterSubmit: ({ context }) => context.afterSubmit === 'repeats',
    isShownAtFields: ({ context }, params: { error: unknown }) =>
      areErrorsShownAtFields(params.error, context.fields, context.fieldByErrorCode),
  },
  actions: {
    setValue: assign(({ context }, params: { key: string; value: unknown }) => {
      const values = withValue(context.values, context.fields, params.key, params.value)
      const { [fieldOfKey(context.fields, params.key)]: _dismissed, ...serverFaults } = context.serverFaults
      return {
        values,
        serverFaults,
        faults: validateValues(context.schema, values, context.fields),
        revision: context.revision + 1,
        // Further input dismisses the offered draft.
        offeredDraft: null,
      }
    }),
    touchFields: assign({
      touched: ({ context }, params: { fields: readonly string[] }) => new Set([...context.touched, ...params.fields]),
    }),
    setPurpose: assign({ purpose: (_, params: { purpose?: string }) => params.purpose }),
    startNewRevision: assign({ revision: ({ context }) => context.revision + 1 }),
    storeSubmittedValues: assign({ submittedValues: ({ context }) => context.values }),
    storeSavedRevision: assign({ savedRevision: (_, params: { revision: number }) => params.revision }),
    rebaseOnInitial: assign(({ context }, params: { initial: FormValues }) => {
      const rebased = rebaseOnUpdate(context, params.initial)
      return { ...rebased, faults: validateValues(context.schema, rebased.values, context.fields) }
    }),
    rebaseOnResponse: assign(({ context }, params: { output: unknown }) => {
      const rebased = rebaseAfterSubmit(context, context.submittedValues, params.output as FormValues)
      const faults = validateValues(context.schema, rebased.values, context.fields)
      // A new revision: the next input starts a new submission, and the draft of the submitted values is obsolete.
      return { ...context, ...UNTOUCHED_STATE, ...rebased, faults, revision: context.revision + 1 }
    }),
    restoreDraft: assign(({ context }, { draft }: { draft: FormDraft }) => {
      const values = { ...context.initial, ...draft.values }
      const faults = validateValues(context.schema, values, context.fields)
      return { values, revision: draft.revision, savedRevision: draft.revision, faults, offeredDraft: null }
    }),
    offerDraft: assign({ offeredDraft: (_, params: { draft: FormDraft }) => params.draft }),
    clearOfferedDraft: assign({ offeredDraft: null }),
    reset: assign(({ context }) => initialFormContext(context)),
    storeError: assign({
      error: (_, params: { error: unknown }) => params.error,
      serverFaults: ({ context }, params: { error: unknown }) =>
        parseServerFieldErrors(params.error, context.fields, context.fieldByErrorCode),
    }),
    clearError: assign({ error: null }),
    announceBlockedSubmit: emit((_, params: { faulty: string | undefined }) => ({
      type: 'submit.blocked' as const,
      field: params.faulty ?? '',
    })),
    announceSubmission: emit((_, params: { output: unknown }) => ({
      type: 'form.submitted' as const,
      output: params.output,
    })),
  },
})

interface SubmitArgs {
  context: FormContext
  event: { purpose?: string }
}

const requiredFieldsFor = ({ context, event }: SubmitArgs) => selectRequiredFields(context, event.purpose)

/** Returns the transitions of a submission: submit if all required fields are valid, else show their faults. */
export function createSubmitTransitions() {
  const touchAction = { type: 'touchFields', params: requiredFieldNames } as const
  const purposeAction = { type: 'setPurpose', params: ({ event }: SubmitArgs) => event } as const
  return [
    { guard: 'hasNothingToSubmit' },
    {
      guard: { type: 'isValid', params: firstInvalidFieldFor },
      target: 'submitting',
      actions: [touchAction, purposeAction],
    },
    { actions: [touchAction, { type: 'announceBlockedSubmit', params: firstInvalidFieldFor }] },
  ] as const
}

function requiredFieldNames(args: SubmitArgs) {
  return { fields: requiredFieldsFor(args).map(({ name }) => name) }
}

function firstInvalidFieldFor(args: SubmitArgs) {
  return { faulty: firstInvalidField(requiredFieldsFor(args), mergeFieldErrors(args.context)) }
}

export function actorOutputParams({ event }: { event: { output: unknown } }) {
  return { output: event.output }
}

export function actorErrorParams({ event }: { event: { error: unknown } }) {
  return { error: event.error }
}

export function initialFormContext(input: FormInput): FormContext {
  const { schema, fields, initial, fieldByErrorCode = {}, purposes = {}, afterSubmit = 'ends' } = input
  const faults = validateValues(schema, initial, fields)
  const fresh = {
    values: initial,
    submittedValues: initial,
    revision: 0,
    savedRevision: null,
    offeredDraft: null,
    purpose: undefined,
  }
  return { schema, fields, initial, fieldByErrorCode, purposes, afterSubmit, faults, ...fresh, ...UNTOUCHED_STATE }
}

const UNTOUCHED_STATE = { touched: new Set<string>(), serverFaults: {}, error: null }
