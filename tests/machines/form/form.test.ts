import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NewAsset } from '../../../src/api/contract/assets.ts'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import {
  areErrorsShownAtFields,
  createValueFields,
  type FormField,
  type FormValues,
  fieldOfKey,
  firstInvalidField,
  hasUnsavedChanges,
  isDirty,
  mergeFieldErrors,
  parseServerFieldErrors,
  pickChangedValues,
  pickVisibleErrors,
  rebaseAfterSubmit,
  rebaseOnUpdate,
  requestBodyOf,
  selectRequiredFields,
  validateValues,
  withValue,
} from '../../../src/machines/form/form.ts'

const fields: FormField[] = [
  { name: 'model', kind: 'file' },
  { name: 'name', kind: 'value' },
  { name: 'type', kind: 'value' },
  { name: 'gender', kind: 'value' },
]
const file = new File(['x'], 'a.glb')
const url = `/files/${'0'.repeat(64)}.glb`
const validValues = { modelFile: file, modelUrl: url, name: 'Boot', type: 'footwear', gender: 'neutral' }

test('maps the File and the URL of a file field to that field', () => {
  expect([fieldOfKey(fields, 'modelFile'), fieldOfKey(fields, 'modelUrl'), fieldOfKey(fields, 'name')]).toEqual([
    'model',
    'model',
    'name',
  ])
})

test('clears the URL of a file field when its file is replaced or removed, but not for the same file', () => {
  const other = new File(['y'], 'b.glb')
  expect(withValue(validValues, fields, 'modelFile', other)).toEqual({
    ...validValues,
    modelFile: other,
    modelUrl: undefined,
  })
  expect(withValue(validValues, fields, 'modelFile', undefined)).toEqual({
    ...validValues,
    modelFile: undefined,
    modelUrl: undefined,
  })
  expect(withValue(validValues, fields, 'modelFile', file)).toEqual(validValues)
})

test('treats “…File” and “…Url” as keys of file fields only, and keeps the file if only the URL changes', () => {
  expect([fieldOfKey(fields, 'nameFile'), fieldOfKey(fields, 'nameUrl')]).toEqual(['nameFile', 'nameUrl'])
  const other = `/files/${'1'.repeat(64)}.glb`
  expect(withValue(validValues, fields, 'modelUrl', other)).toEqual({ ...validValues, modelUrl: other })
})

test('omits fields that are marked as local from the request body', () => {
  const local: FormField[] = [...createValueFields('name', 'type'), { name: 'isShown', kind: 'toggle', isLocal: true }]
  expect(requestBodyOf({ name: 'Boot', nameFile: 'x', type: 'top', isShown: true }, local)).toEqual({
    name: 'Boot',
    nameFile: 'x',
    type: 'top',
  })
})

test('omits File objects from the request', () => {
  expect(requestBodyOf(validValues, fields)).toEqual({
    modelUrl: url,
    name: 'Boot',
    type: 'footwear',
    gender: 'neutral',
  })
})

test('finds no fault in a complete form, and one fault per required field in an empty form', () => {
  expect(validateValues(NewAsset, validValues, fields)).toEqual({})
  const empty = { modelFile: undefined, modelUrl: undefined, name: ' ', type: undefined, gender: undefined }
  expect(validateValues(NewAsset, empty, fields)).toEqual({
    model: 'form.fileMissing',
    name: 'asset.nameMissing',
    type: 'asset.typeMissing',
    gender: 'asset.genderMissing',
  })
})

test('replaces a schema message that is not a message key by a general message', () => {
  expect(validateValues(v.object({ name: v.number() }), { name: 'x' }, fields)).toEqual({ name: 'form.wrong' })
})

test('assigns a fault of the whole form to no field', () => {
  const schema = v.pipe(
    v.looseObject({}),
    v.check(() => false, 'form.together'),
  )
  const errors = validateValues(schema, validValues, fields)
  expect(Object.values(errors)).toEqual(['form.together'])
  expect(firstInvalidField(fields, errors)).toBe(undefined)
})

test('reports a file without a URL as pending, not missing', () => {
  expect(validateValues(NewAsset, { ...validValues, modelUrl: undefined }, fields)).toEqual({
    model: 'form.fileUnsent',
  })
})

test.each([
  ['asset.name.tooLong', 'asset.name.tooLong'],
  ['Expected asset.nameMissing', 'form.wrong'],
  ['asset.nameMissing, or so', 'form.wrong'],
  ['name', 'form.wrong'],
])('reports a fault with the schema message “%s” as %s', (message, fieldErrors) => {
  const schema = v.object({
    name: v.pipe(
      v.string(),
      v.check(() => false, message),
    ),
  })
  expect(validateValues(schema, validValues, fields)).toEqual({ name: fieldErrors })
})

test('shows faults of touched fields only, and finds the first invalid field in field order', () => {
  const errors = { name: 'asset.nameMissing', type: 'asset.typeMissing' } as const
  expect(pickVisibleErrors(errors, new Set(['name']))).toEqual({ name: 'asset.nameMissing' })
  expect(pickVisibleErrors(errors, new Set())).toEqual({})
  expect(firstInvalidField(fields, { type: 'asset.typeMissing', name: 'asset.nameMissing' })).toBe('name')
})

test('requires only the fields listed for the submitted purpose, and all fields for an unlisted purpose', () => {
  const purposes = { mail: ['name'], guest: [] }
  const form = { fields, values: validValues, purposes }
  expect(selectRequiredFields(form)).toEqual(fields)
  expect(selectRequiredFields(form, 'mail').map(({ name }) => name)).toEqual(['name'])
  expect(selectRequiredFields(form, 'guest')).toEqual([])
  expect(selectRequiredFields(form, 'other')).toEqual(fields)
})

test('requires a conditional field only while it is shown', () => {
  const fieldsWithPassword: FormField[] = [
    ...fields,
    { name: 'password', kind: 'value', when: { name: 'way', is: 'password' } },
  ]
  const needed = (values: FormValues, purpose?: string) =>
    selectRequiredFields({ fields: fieldsWithPassword, values, purposes: { mail: ['name', 'password'] } }, purpose).map(
      ({ name }) => name,
    )
  expect(needed({ way: 'password' })).toEqual(['model', 'name', 'type', 'gender', 'password'])
  expect(needed({ way: 'code' })).toEqual(['model', 'name', 'type', 'gender'])
  expect([needed({ way: 'password' }, 'mail'), needed({ way: 'code' }, 'mail')]).toEqual([
    ['name', 'password'],
    ['name'],
  ])
})

test('detects changed values, treating undefined and empty text as equal', () => {
  expect(isDirty({ name: '', tags: ['a'] }, { tags: ['a'] })).toBe(false)
  expect(isDirty({ name: 'B' }, { name: '' })).toBe(true)
  expect(isDirty({ tags: ['a', 'b'] }, { tags: ['a'] })).toBe(true)
  expect(isDirty({ tags: ['a', 'b'] }, { tags: ['a', 'c'] })).toBe(true)
  expect(isDirty({ tags: ['a'] }, { tags: ['a', 'b'] })).toBe(true)
  expect(isDirty({ tags: ['a', 'b'] }, { tags: ['a', 'b'] })).toBe(false)
  expect(isDirty({ tags: ['a'] }, { tags: 'a' })).toBe(true)
  expect(pickChangedValues({}, { name: 'A' })).toEqual({ name: undefined })
})

test('shows a current validation fault instead of an earlier server fault of the same field', () => {
  expect(
    mergeFieldErrors({
      faults: { name: 'asset.nameOdd' },
      serverFaults: { name: 'error.NAME_TAKEN', type: 'error.INVALID_INPUT' },
    }),
  ).toEqual({ name: 'asset.nameOdd', type: 'error.INVALID_INPUT' })
})

test("adopts the server's result as initial values, and keeps input made since the submission", () => {
  const initial = { name: 'Boot', type: 'top', note: 'a' }
  const sentValues = { name: ' Clog ', type: 'top', note: 'b' }
  const values = { name: ' Clog ', type: 'hair', note: 'b' }
  const rebased = rebaseAfterSubmit({ values, initial }, sentValues, { name: 'Clog', type: 'top' })
  expect(rebased).toEqual({
    values: { name: 'Clog', type: 'hair', note: 'b' },
    initial: { name: 'Clog', type: 'top', note: 'a' },
  })
})

test('counts only input made after a submission as changed, not submitted values or those of other users', () => {
  const rebased = rebaseAfterSubmit(
    { values: { name: 'theirs', type: 'mine' }, initial: { name: 'theirs', type: 'first' } },
    { name: 'before', type: 'sent' },
    { name: 'theirs', type: 'made' },
  )
  expect(rebased.initial).toEqual({ name: 'theirs', type: 'sent' })
  expect(pickChangedValues(rebased.values, rebased.initial)).toEqual({ type: 'mine' })
})

test('updates untouched fields with external changes, and keeps edited fields', () => {
  const initial = { name: 'Boot', type: 'top', note: 'a', kept: 1 }
  const values = { name: 'Clog', type: 'top', note: 'c', kept: 1 }
  expect(rebaseOnUpdate({ values, initial }, { name: 'Shoe', type: 'hair', note: 'c' })).toEqual({
    values: { name: 'Clog', type: 'hair', note: 'c', kept: 1 },
    initial: { name: 'Boot', type: 'hair', note: 'c', kept: 1 },
  })
})

test('detects unsaved input unless a draft of this revision contains it', () => {
  const changed = { values: { name: 'B' }, initial: { name: 'A' }, revision: 2 }
  const same = { ...changed, values: { name: 'A' } }
  expect(
    [changed, same].map((form) =>
      [null, 1, 2].map((storedRevision) => hasUnsavedChanges({ ...form, savedRevision: storedRevision })),
    ),
  ).toEqual([
    [true, true, false],
    [false, false, false],
  ])
})

test('assigns a server error to a field by the path in its details or by its error code', () => {
  const createApiError = (code: ErrorCode, details?: unknown) => {
    const error = { code, message: code, status: 422, ...(details === undefined ? {} : { details }) }
    return new ApiError('http', 'assets', {
      status: 422,
      body: { error, type: '/docs', title: code, status: 422, detail: code },
    })
  }
  expect(parseServerFieldErrors(createApiError('FILE_UNKNOWN', { path: 'body.modelUrl' }), fields)).toEqual({
    model: 'error.FILE_UNKNOWN',
  })
  expect(parseServerFieldErrors(createApiError('MODEL_INVALID'), fields, { MODEL_INVALID: 'model' })).toEqual({
    model: 'error.MODEL_INVALID',
  })
  expect([
    areErrorsShownAtFields(createApiError('MODEL_INVALID'), fields),
    areErrorsShownAtFields(new Error('x'), fields),
  ]).toEqual([false, false])
  expect(areErrorsShownAtFields(createApiError('MODEL_INVALID'), fields, { MODEL_INVALID: 'model' })).toBe(true)
})

test('shows the first server fault of each field, and detects faults that belong to no field', () => {
  const createApiError = (...details: { path: string; message: string }[]) => {
    const error = { code: 'INVALID_INPUT' as const, message: 'x', status: 400, details }
    return new ApiError('http', 'assets', {
      status: 400,
      body: { error, type: '/docs', title: 'x', status: 400, detail: 'x' },
    })
  }
  const name = { path: 'body.name', message: 'asset.nameTooLong' }
  const again = { path: 'body.name', message: 'asset.nameOdd' }
  const type = { path: 'body.type.0', message: 'Invalid type' }
  const other = { path: 'body.other', message: 'asset.other' }
  expect(parseServerFieldErrors(createApiError(name, again, type, other), fields)).toEqual({
    name: 'asset.nameTooLong',
    type: 'form.wrong',
  })
  expect(
    [createApiError(name, type), createApiError(name, other)].map((form) => areErrorsShownAtFields(form, fields)),
  ).toEqual([true, false])
})
