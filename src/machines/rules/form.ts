import * as v from 'valibot'
import { ApiError, type ErrorCode, type Fault } from '../../api/contract/errors.ts'

/** Values of a form by their names; a file field X has two, `XFile` and `XUrl` (Spec §3). */
export type FormValues = Readonly<Record<string, unknown>>

/** A field of a form, in the order of the page. A toggle is a boolean value under the field's own name. */
export interface FormField {
  readonly name: string
  readonly kind: 'value' | 'file' | 'toggle'
  /** Is about this page only and never sent. */
  readonly isLocal?: true
  /** It stands there only while another value is this one: else nothing that was refused of it holds the form back. */
  readonly when?: { readonly name: string; readonly is: unknown }
}

/** Fields that are values under their own names. */
export const valueFields = (...names: readonly string[]): readonly FormField[] =>
  names.map((name) => ({ name, kind: 'value' }))

/** The key of what is wrong, by the field's name. */
export type Faults = Readonly<Record<string, string>>

/** The names of a file field's two values. */
export const fileKeyOf = (name: string) => `${name}File`
export const urlKeyOf = (name: string) => `${name}Url`

/** The field a value belongs to; the value's own name where no field has it. */
export function fieldOfKey(fields: readonly FormField[], key: string): string {
  const owner = fields.find(({ name, kind }) => kind === 'file' && (key === fileKeyOf(name) || key === urlKeyOf(name)))
  return owner?.name ?? key
}

/** Sets one value; another file, or none, also clears the address of the one before. */
export function withValue(values: FormValues, fields: readonly FormField[], key: string, value: unknown): FormValues {
  const owner = fieldOfKey(fields, key)
  const isFile = key === fileKeyOf(owner)
  return { ...values, [key]: value, ...(isFile && value !== values[key] ? { [urlKeyOf(owner)]: undefined } : {}) }
}

/** What is sent: every value but the files themselves, whose addresses stand for them, and what is local. */
export function bodyOf(values: FormValues, fields: readonly FormField[]): FormValues {
  const unsent = fields.flatMap(({ name, kind, isLocal }) =>
    kind === 'file' ? [fileKeyOf(name)] : isLocal ? [name] : [],
  )
  return Object.fromEntries(Object.entries(values).filter(([key]) => !unsent.includes(key)))
}

/** Checks the values by the contract's schema: the first fault of each field, as the key of its sentence. */
export function faultsOf(schema: v.GenericSchema, values: FormValues, fields: readonly FormField[]): Faults {
  const { issues } = v.safeParse(schema, bodyOf(values, fields))
  const faults: Record<string, string> = {}
  for (const issue of issues ?? []) {
    const name = fieldOfKey(fields, String(issue.path?.[0].key ?? ''))
    faults[name] ??= wordOfIssue(
      issue.message,
      values,
      fields.find((field) => field.name === name),
    )
  }
  return faults
}

function wordOfIssue(message: string, values: FormValues, field: FormField | undefined): string {
  if (field?.kind === 'file') return values[fileKeyOf(field.name)] ? 'form.fileUnsent' : 'form.fileMissing'
  return isWord(message) ? message : 'form.wrong'
}

/** Schemas of the contract speak in keys (`asset.nameMissing`); valibot's own messages are no sentences of ours. */
const isWord = (message: string) => /^[a-z]+(\.[A-Za-z_]+)+$/.test(message)

/** The field that a whole error is about, by its code: what is wrong with a model belongs to the model. */
export type Places = Readonly<Partial<Record<ErrorCode, string>>>

/** The faults a server found, by field, as far as they belong to one of these fields. */
export function refusedFields(error: unknown, fields: readonly FormField[], places: Places = {}): Faults {
  const faults: Record<string, string> = {}
  for (const { path, message } of faultsIn(error, places)) {
    const name = fieldOfPath(path, fields)
    if (name) faults[name] ??= isWord(message) ? message : 'form.wrong'
  }
  return faults
}

/** Whether all that the server found belongs to these fields, so that nothing is left to say above the form. */
export function landsOnFields(error: unknown, fields: readonly FormField[], places: Places = {}): boolean {
  const faults = faultsIn(error, places)
  return faults.length > 0 && faults.every(({ path }) => fieldOfPath(path, fields) !== undefined)
}

/** A refused input names its faults; any other code may name the one place it is about (`FILE_UNKNOWN`). */
function faultsIn(error: unknown, places: Places): readonly Fault[] {
  if (!(error instanceof ApiError)) return []
  const path = error.code && places[error.code]
  if (path) return [{ path, message: error.word }]
  const place = v.safeParse(v.object({ path: v.string() }), error.details)
  return place.success ? [{ path: place.output.path, message: error.word }] : error.faults
}

function fieldOfPath(path: string, fields: readonly FormField[]): string | undefined {
  const name = fieldOfKey(fields, path.replace(/^body\./, '').split('.')[0] ?? '')
  return fields.some((field) => field.name === name) ? name : undefined
}

/** The faults of the values as they are: the schema's, then the server's. */
export const faultsNow = ({ faults, refused }: { faults: Faults; refused: Faults }): Faults => ({
  ...refused,
  ...faults,
})

/** The first field, in the order of the page, that has a fault. */
export const firstFaulty = (fields: readonly FormField[], faults: Faults): string | undefined =>
  fields.find(({ name }) => faults[name] !== undefined)?.name

/** The faults a person may see: of fields they touched, as trying to submit does with all it needs (Spec §5). */
export const shownFaults = (faults: Faults, touched: ReadonlySet<string>): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => touched.has(name)))

/** What a form may be sent for besides what it is there for, and the names of the fields that each of these needs. */
export type Purposes = Readonly<Record<string, readonly string[]>>

/** A form whose fields may be needed. */
interface Needing {
  readonly fields: readonly FormField[]
  readonly values: FormValues
  readonly purposes?: Purposes | undefined
}

/** The fields that must be sound for a purpose, of those that stand there: those it names; all for what the form is there for. */
export function neededFields({ fields, values, purposes = {} }: Needing, purpose?: string): readonly FormField[] {
  const names = purpose === undefined ? undefined : purposes[purpose]
  return fields.filter(({ name, when }) => (!when || values[when.name] === when.is) && (!names || names.includes(name)))
}

/** The values that differ from what the form began with; nothing and an empty text are the same. */
export function changedValues(values: FormValues, initial: FormValues): FormValues {
  const names = new Set([...Object.keys(values), ...Object.keys(initial)])
  return Object.fromEntries(
    [...names].filter((name) => !isSame(values[name], initial[name])).map((name) => [name, values[name]]),
  )
}

/** Whether any value differs from what the form began with. */
export const isDirty = (values: FormValues, initial: FormValues): boolean =>
  Object.keys(changedValues(values, initial)).length > 0

/** Values and what they are compared with. */
interface Held {
  readonly values: FormValues
  readonly initial: FormValues
}

/**
 * What became of the values once they were sent: what the service made of them is what the form begins with now. What was
 * typed since they were `sent` stays, and was made to what was sent: it must not pass for a change of what others made since.
 */
export function settled({ values, initial }: Held, sent: FormValues, made: FormValues): Held {
  const kept = Object.entries(values).map(([name, value]) => [
    name,
    isSame(value, sent[name]) && name in made ? made[name] : value,
  ])
  // What followed others meanwhile differs from what was sent too, and nobody typed it.
  const isTyped = (name: string) => !isSame(values[name], sent[name]) && !isSame(values[name], initial[name])
  const begun = Object.entries(made).map(([name, value]) => [name, isTyped(name) ? sent[name] : value])
  return { values: Object.fromEntries(kept), initial: { ...initial, ...Object.fromEntries(begun) } }
}

/**
 * Follows what the form is about while it is open: what nobody touched becomes the newer, and what somebody did stays, told
 * from what it was made to.
 */
export function followed({ values, initial }: Held, newer: FormValues): Held {
  const isFree = (name: string) => isSame(values[name], initial[name]) || isSame(values[name], newer[name])
  const free = Object.fromEntries(Object.entries(newer).filter(([name]) => isFree(name)))
  return { values: { ...values, ...free }, initial: { ...initial, ...free } }
}

/** Whether something would be lost by leaving: it differs from what the form began with, and no draft holds it yet. */
export const isUnkept = ({
  values,
  initial,
  revision,
  kept,
}: Held & { revision: number; kept: number | null }): boolean => kept !== revision && isDirty(values, initial)

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => item === b[i])
  return (a ?? '') === (b ?? '')
}
