import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NewAsset } from '../../../src/api/contract/assets.ts'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import {
  bodyOf,
  type FormField,
  type FormValues,
  faultsOf,
  fieldOfKey,
  firstFaulty,
  isDirty,
  landsOnFields,
  neededFields,
  refusedFields,
  shownFaults,
  withValue,
} from '../../../src/machines/rules/form.ts'

const fields: FormField[] = [
  { name: 'model', kind: 'file' },
  { name: 'name', kind: 'value' },
  { name: 'type', kind: 'value' },
  { name: 'gender', kind: 'value' },
]
const file = new File(['x'], 'a.glb')
const url = `/files/${'0'.repeat(64)}.glb`
const whole = { modelFile: file, modelUrl: url, name: 'Boot', type: 'footwear', gender: 'neutral' }

test('a file field has two values, and both belong to it', () => {
  expect([fieldOfKey(fields, 'modelFile'), fieldOfKey(fields, 'modelUrl'), fieldOfKey(fields, 'name')]).toEqual([
    'model',
    'model',
    'name',
  ])
})

test('another file and no file clear the address, the same file keeps it', () => {
  const other = new File(['y'], 'b.glb')
  expect(withValue(whole, fields, 'modelFile', other)).toEqual({ ...whole, modelFile: other, modelUrl: undefined })
  expect(withValue(whole, fields, 'modelFile', undefined)).toEqual({
    ...whole,
    modelFile: undefined,
    modelUrl: undefined,
  })
  expect(withValue(whole, fields, 'modelFile', file)).toEqual(whole)
})

test('the files themselves are not sent', () => {
  expect(bodyOf(whole, fields)).toEqual({ modelUrl: url, name: 'Boot', type: 'footwear', gender: 'neutral' })
})

test('the schema of the contract finds no fault in a whole form, and names each fault of an empty one', () => {
  expect(faultsOf(NewAsset, whole, fields)).toEqual({})
  const empty = { modelFile: undefined, modelUrl: undefined, name: ' ', type: undefined, gender: undefined }
  expect(faultsOf(NewAsset, empty, fields)).toEqual({
    model: 'form.fileMissing',
    name: 'asset.nameMissing',
    type: 'asset.typeMissing',
    gender: 'asset.genderMissing',
  })
})

test('a message that is no key of ours becomes a plain sentence', () => {
  expect(faultsOf(v.object({ name: v.number() }), { name: 'x' }, fields)).toEqual({ name: 'form.wrong' })
})

test('faults show where touched', () => {
  const faults = { name: 'asset.nameMissing', type: 'asset.typeMissing' }
  expect(shownFaults(faults, new Set(['name']))).toEqual({ name: 'asset.nameMissing' })
  expect(shownFaults(faults, new Set())).toEqual({})
  expect(firstFaulty(fields, { type: 'x', name: 'y' })).toBe('name')
})

test('a purpose needs the fields it names; what the form is there for needs all', () => {
  const purposes = { mail: ['name'], guest: [] }
  const form = { fields, values: whole, purposes }
  expect(neededFields(form)).toEqual(fields)
  expect(neededFields(form, 'mail').map(({ name }) => name)).toEqual(['name'])
  expect(neededFields(form, 'guest')).toEqual([])
  expect(neededFields(form, 'other')).toEqual(fields)
})

test('a field that stands there only beside another value is needed only then', () => {
  const ways: FormField[] = [...fields, { name: 'password', kind: 'value', when: { name: 'way', is: 'password' } }]
  const needed = (values: FormValues, purpose?: string) =>
    neededFields({ fields: ways, values, purposes: { mail: ['name', 'password'] } }, purpose).map(({ name }) => name)
  expect(needed({ way: 'password' })).toEqual(['model', 'name', 'type', 'gender', 'password'])
  expect(needed({ way: 'code' })).toEqual(['model', 'name', 'type', 'gender'])
  expect([needed({ way: 'password' }, 'mail'), needed({ way: 'code' }, 'mail')]).toEqual([
    ['name', 'password'],
    ['name'],
  ])
})

test('a form is dirty when a value differs from its beginning; nothing and an empty text are the same', () => {
  expect(isDirty({ name: '', tags: ['a'] }, { tags: ['a'] })).toBe(false)
  expect(isDirty({ name: 'B' }, { name: '' })).toBe(true)
  expect(isDirty({ tags: ['a', 'b'] }, { tags: ['a'] })).toBe(true)
})

test('an error about one place lands on its field, by its details or by its code', () => {
  const refusal = (code: ErrorCode, details?: unknown) => {
    const error = { code, message: code, status: 422, ...(details === undefined ? {} : { details }) }
    return new ApiError('http', 'assets', {
      status: 422,
      body: { error, type: '/docs', title: code, status: 422, detail: code },
    })
  }
  expect(refusedFields(refusal('FILE_UNKNOWN', { path: 'body.modelUrl' }), fields)).toEqual({
    model: 'error.FILE_UNKNOWN',
  })
  expect(refusedFields(refusal('MODEL_INVALID'), fields, { MODEL_INVALID: 'model' })).toEqual({
    model: 'error.MODEL_INVALID',
  })
  expect([landsOnFields(refusal('MODEL_INVALID'), fields), landsOnFields(new Error('x'), fields)]).toEqual([
    false,
    false,
  ])
})
