import * as v from 'valibot'
import { ApiError, type ErrorCode, type FieldError } from '../../api/contract/errors.ts'
import type { FieldMessageKey } from '../../api/contract/field-message-key.ts'

/** Values of a form by name. A file field X has two values: `XFile` and `XUrl` (Spec §3). */
export type FormValues = Readonly<Record<string, unknown>>

/** Field of a form. The value of a `toggle` is a boolean. */
export interface FormField {
  readonly name: string
  readonly kind: 'value' | 'file' | 'toggle'
  /** Whether the field is used only in the form and never sent. */
  readonly isLocal?: true
  /** Condition for showing the field: the value `name` equals `is`. A hidden field never blocks submission. */
  readonly when?: { readonly name: string; readonly is: unknown }
}

export const createValueFields = (...names: readonly string[]): readonly FormField[] =>
  names.map((name) => ({ name, kind: 'value' }))

/** Message keys of faults, by field name. */
export type FieldErrors = Readonly<Record<string, FieldMessageKey>>

/** Names of the two values of a file field. */
export const fileKeyOf = (name: string) => `${name}File`
export const urlKeyOf = (name: string) => `${name}Url`

/** Returns the field that a value belongs to, or the value's own name if no field owns the value. */
export function fieldOfKey(fields: readonly FormField[], key: string): string {
  const owner = fields.find(({ name, kind }) => kind === 'file' && (key === fileKeyOf(name) || key === urlKeyOf(name)))
  return owner?.name ?? key
}

/** Sets one value. Replacing or removing a file also clears the URL of the previous file. */
export function withValue(values: FormValues, fields: readonly FormField[], key: string, value: unknown): FormValues {
  const owner = fieldOfKey(fields, key)
  const isFile = key === fileKeyOf(owner)
  return { ...values, [key]: value, ...(isFile && value !== values[key] ? { [urlKeyOf(owner)]: undefined } : {}) }
}

/** Returns the request body: all values except local fields and `File` objects, whose URLs are sent instead. */
export function requestBodyOf(values: FormValues, fields: readonly FormField[]): FormValues {
  const unsent = fields.flatMap(({ name, kind, isLocal }) =>
    kind === 'file' ? [fileKeyOf(name)] : isLocal ? [name] : [],
  )
  return Object.fromEntries(Object.entries(values).filter(([key]) => !unsent.includes(key)))
}

/** Validates the values against the contract's schema. Returns the message key of the first fault of each field. */
export function validateValues(schema: v.GenericSchema, values: FormValues, fields: readonly FormField[]): FieldErrors {
  const { issues } = v.safeParse(schema, requestBodyOf(values, fields))
  const faults: Record<string, FieldMessageKey> = {}
  for (const issue of issues ?? []) {
    const name = fieldOfKey(fields, String(issue.path?.[0].key ?? ''))
    faults[name] ??= issueMessageKey(
      issue.message,
      values,
      fields.find((field) => field.name === name),
    )
  }
  return faults
}

function issueMessageKey(message: string, values: FormValues, field: FormField | undefined): FieldMessageKey {
  if (field?.kind === 'file') return values[fileKeyOf(field.name)] ? 'form.fileUnsent' : 'form.fileMissing'
  return isMessageKey(message) ? message : 'form.wrong'
}

/** Returns whether a message is a key of ours (`asset.nameMissing`), not one of Valibot's own, which are not translated. */
const isMessageKey = (message: string): message is FieldMessageKey => /^[a-z]+(\.[A-Za-z_]+)+$/.test(message)

/** Field that an error code refers to: `MODEL_INVALID`, for example, belongs to the model. */
export type FieldByErrorCode = Readonly<Partial<Record<ErrorCode, string>>>

/** Returns the server's faults by field, limited to the given fields. */
export function parseServerFieldErrors(
  error: unknown,
  fields: readonly FormField[],
  fieldByErrorCode: FieldByErrorCode = {},
): FieldErrors {
  const faults: Record<string, FieldMessageKey> = {}
  for (const { path, message } of serverErrorsIn(error, fieldByErrorCode)) {
    const name = fieldOfPath(path, fields)
    if (name) faults[name] ??= isMessageKey(message) ? message : 'form.wrong'
  }
  return faults
}

/** Returns whether all server faults belong to the given fields, so that the form needs no general error message. */
export function areErrorsShownAtFields(
  error: unknown,
  fields: readonly FormField[],
  fieldByErrorCode: FieldByErrorCode = {},
): boolean {
  const faults = serverErrorsIn(error, fieldByErrorCode)
  return faults.length > 0 && faults.every(({ path }) => fieldOfPath(path, fields) !== undefined)
}

/** Returns the faults of an error: those that a validation error lists, or the field of an error code (`FILE_UNKNOWN`). */
function serverErrorsIn(error: unknown, fieldByErrorCode: FieldByErrorCode): readonly FieldError[] {
  if (!(error instanceof ApiError)) return []
  const path = error.code && fieldByErrorCode[error.code]
  if (path) return [{ path, message: error.messageKey }]
  const parsed = v.safeParse(v.object({ path: v.string() }), error.details)
  return parsed.success ? [{ path: parsed.output.path, message: error.messageKey }] : error.fieldErrors
}

function fieldOfPath(path: string, fields: readonly FormField[]): string | undefined {
  const name = fieldOfKey(fields, path.replace(/^body\./, '').split('.')[0] ?? '')
  return fields.some((field) => field.name === name) ? name : undefined
}

/** Merges the current faults. Faults of the schema take precedence over faults of the server. */
export const mergeFieldErrors = ({
  faults,
  serverFaults,
}: {
  faults: FieldErrors
  serverFaults: FieldErrors
}): FieldErrors => ({
  ...serverFaults,
  ...faults,
})

/** Returns the first faulty field, in page order. */
export const firstInvalidField = (fields: readonly FormField[], faults: FieldErrors): string | undefined =>
  fields.find(({ name }) => faults[name] !== undefined)?.name

/** Returns the faults of touched fields, which are displayed. A submission touches all fields that it requires (Spec §5). */
export const pickVisibleErrors = (faults: FieldErrors, touched: ReadonlySet<string>): FieldErrors =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => touched.has(name)))

export type RequiredFieldsByPurpose = Readonly<Record<string, readonly string[]>>

interface FieldRequirements {
  readonly fields: readonly FormField[]
  readonly values: FormValues
  readonly purposes?: RequiredFieldsByPurpose | undefined
}

/** Returns the visible fields that must be valid for a purpose. The form's main purpose requires all visible fields. */
export function selectRequiredFields(
  { fields, values, purposes = {} }: FieldRequirements,
  purpose?: string,
): readonly FormField[] {
  const names = purpose === undefined ? undefined : purposes[purpose]
  return fields.filter(({ name, when }) => (!when || values[when.name] === when.is) && (!names || names.includes(name)))
}

/** Returns the values that differ from the initial values. Undefined, null and empty text are equal. */
export function pickChangedValues(values: FormValues, initial: FormValues): FormValues {
  const names = new Set([...Object.keys(values), ...Object.keys(initial)])
  return Object.fromEntries(
    [...names].filter((name) => !isSame(values[name], initial[name])).map((name) => [name, values[name]]),
  )
}

export const isDirty = (values: FormValues, initial: FormValues): boolean =>
  Object.keys(pickChangedValues(values, initial)).length > 0

interface EditedValues {
  readonly values: FormValues
  readonly initial: FormValues
}

/**
 * Rebases the form after a successful save: the server's result becomes the initial state. Input made since `sent` is preserved.
 * The sent value becomes the initial value of such input, so that overwriting another user's change is still detected.
 */
export function rebaseAfterSubmit(
  { values, initial }: EditedValues,
  sent: FormValues,
  saved: FormValues,
): EditedValues {
  const merged = Object.entries(values).map(([name, value]) => [
    name,
    isSame(value, sent[name]) && name in saved ? saved[name] : value,
  ])
  // A value taken from another user's change also differs from `sent`, but the user did not type it.
  const isTyped = (name: string) => !isSame(values[name], sent[name]) && !isSame(values[name], initial[name])
  const initialValues = Object.entries(saved).map(([name, value]) => [name, isTyped(name) ? sent[name] : value])
  return { values: Object.fromEntries(merged), initial: { ...initial, ...Object.fromEntries(initialValues) } }
}

/**
 * Applies external changes while the form is open. Untouched fields take the newer value; edited fields retain their value and
 * their initial value.
 */
export function rebaseOnUpdate({ values, initial }: EditedValues, newer: FormValues): EditedValues {
  const isUnedited = (name: string) => isSame(values[name], initial[name]) || isSame(values[name], newer[name])
  const unedited = Object.fromEntries(Object.entries(newer).filter(([name]) => isUnedited(name)))
  return { values: { ...values, ...unedited }, initial: { ...initial, ...unedited } }
}

/** Returns whether leaving would lose input: values differ from the initial values and no draft contains them. */
export const hasUnsavedChanges = ({
  values,
  initial,
  revision,
  savedRevision: draftRevision,
}: EditedValues & { revision: number; savedRevision: number | null }): boolean =>
  draftRevision !== revision && isDirty(values, initial)

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => item === b[i])
  return (a ?? '') === (b ?? '')
}
