import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NewAsset } from '../../../src/api/contract/assets.ts'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import {
  bodyOf,
  changedValues,
  type FormField,
  type FormValues,
  faultsNow,
  faultsOf,
  fieldOfKey,
  firstFaulty,
  followed,
  isDirty,
  isUnkept,
  landsOnFields,
  neededFields,
  refusedFields,
  settled,
  shownFaults,
  valueFields,
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

test('only a file field has a file and an address, and an address of its own clears nothing', () => {
  expect([fieldOfKey(fields, 'nameFile'), fieldOfKey(fields, 'nameUrl')]).toEqual(['nameFile', 'nameUrl'])
  const other = `/files/${'1'.repeat(64)}.glb`
  expect(withValue(whole, fields, 'modelUrl', other)).toEqual({ ...whole, modelUrl: other })
})

test('what is about the page alone is not sent', () => {
  const local: FormField[] = [...valueFields('name', 'type'), { name: 'isShown', kind: 'toggle', isLocal: true }]
  expect(bodyOf({ name: 'Boot', nameFile: 'x', type: 'top', isShown: true }, local)).toEqual({
    name: 'Boot',
    nameFile: 'x',
    type: 'top',
  })
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

test('what is wrong with the form as a whole belongs to no field', () => {
  const schema = v.pipe(
    v.looseObject({}),
    v.check(() => false, 'form.together'),
  )
  const faults = faultsOf(schema, whole, fields)
  expect(Object.values(faults)).toEqual(['form.together'])
  expect(firstFaulty(fields, faults)).toBe(undefined)
})

test('a file that was chosen and has no address yet is still on its way, not missing', () => {
  expect(faultsOf(NewAsset, { ...whole, modelUrl: undefined }, fields)).toEqual({ model: 'form.fileUnsent' })
})

test.each([
  ['asset.name.tooLong', 'asset.name.tooLong'],
  ['Expected asset.nameMissing', 'form.wrong'],
  ['asset.nameMissing, or so', 'form.wrong'],
  ['name', 'form.wrong'],
])('a message “%s” is shown as %s', (message, shown) => {
  const schema = v.object({
    name: v.pipe(
      v.string(),
      v.check(() => false, message),
    ),
  })
  expect(faultsOf(schema, whole, fields)).toEqual({ name: shown })
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
  expect(isDirty({ tags: ['a', 'b'] }, { tags: ['a', 'c'] })).toBe(true)
  expect(isDirty({ tags: ['a'] }, { tags: ['a', 'b'] })).toBe(true)
  expect(isDirty({ tags: ['a', 'b'] }, { tags: ['a', 'b'] })).toBe(false)
  expect(isDirty({ tags: ['a'] }, { tags: 'a' })).toBe(true)
  expect(changedValues({}, { name: 'A' })).toEqual({ name: undefined })
})

test('what is wrong as it stands outweighs what the server refused before', () => {
  expect(faultsNow({ faults: { name: 'now' }, refused: { name: 'then', type: 'then' } })).toEqual({
    name: 'now',
    type: 'then',
  })
})

test('what was sent becomes the beginning as the service made it; what was typed meanwhile is kept, and differs', () => {
  const initial = { name: 'Boot', type: 'top', note: 'a' }
  const sent = { name: ' Clog ', type: 'top', note: 'b' }
  const values = { name: ' Clog ', type: 'hair', note: 'b' }
  const held = settled({ values, initial }, sent, { name: 'Clog', type: 'top' })
  expect(held).toEqual({
    values: { name: 'Clog', type: 'hair', note: 'b' },
    initial: { name: 'Clog', type: 'top', note: 'a' },
  })
})

test('what others changed while it was sent is no change of one’s own, and what was typed is told from what was sent', () => {
  const held = settled(
    { values: { name: 'theirs', type: 'mine' }, initial: { name: 'theirs', type: 'first' } },
    { name: 'before', type: 'sent' },
    { name: 'theirs', type: 'made' },
  )
  expect(held.initial).toEqual({ name: 'theirs', type: 'sent' })
  expect(changedValues(held.values, held.initial)).toEqual({ type: 'mine' })
})

test('what nobody touched follows what others change; what somebody typed stays, told from its own beginning', () => {
  const initial = { name: 'Boot', type: 'top', note: 'a', kept: 1 }
  const values = { name: 'Clog', type: 'top', note: 'c', kept: 1 }
  expect(followed({ values, initial }, { name: 'Shoe', type: 'hair', note: 'c' })).toEqual({
    values: { name: 'Clog', type: 'hair', note: 'c', kept: 1 },
    initial: { name: 'Boot', type: 'hair', note: 'c', kept: 1 },
  })
})

test('something is lost by leaving where it differs and no draft of this revision holds it', () => {
  const changed = { values: { name: 'B' }, initial: { name: 'A' }, revision: 2 }
  const same = { ...changed, values: { name: 'A' } }
  expect([changed, same].map((it) => [null, 1, 2].map((kept) => isUnkept({ ...it, kept })))).toEqual([
    [true, true, false],
    [false, false, false],
  ])
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
  expect(landsOnFields(refusal('MODEL_INVALID'), fields, { MODEL_INVALID: 'model' })).toBe(true)
})

test('of a refused input each field shows its first fault, and what belongs to none is left to say', () => {
  const refusal = (...details: { path: string; message: string }[]) => {
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
  expect(refusedFields(refusal(name, again, type, other), fields)).toEqual({
    name: 'asset.nameTooLong',
    type: 'form.wrong',
  })
  expect([refusal(name, type), refusal(name, other)].map((it) => landsOnFields(it, fields))).toEqual([true, false])
})
