import { expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { isOvertaken } from '../../../src/machines/rules/asset-change.ts'

const base = { name: 'Boot', tags: ['a'], icon: undefined }
const now = (change: object) => ({ ...base, ...change }) as unknown as Asset

test('a change is overtaken where somebody else changed the very field, and to something else', () => {
  expect(isOvertaken({ name: 'Shoe' }, base, now({}))).toBe(false)
  expect(isOvertaken({ name: 'Shoe' }, base, now({ name: 'Clog' }))).toBe(true)
  expect(isOvertaken({ name: 'Shoe' }, base, now({ name: 'Shoe' }))).toBe(false)
})

test('what was changed in another field overtakes nothing, in one of several it does', () => {
  expect(isOvertaken({ name: 'Shoe' }, base, now({ tags: ['b'] }))).toBe(false)
  expect(isOvertaken({ name: 'Shoe', gender: 'male' }, base, now({ gender: 'female' }))).toBe(true)
})

test('lists are the same by what they hold', () => {
  expect(isOvertaken({ tags: ['a', 'c'] } as object, base, now({ tags: ['a'] }))).toBe(false)
  expect(isOvertaken({ tags: ['a', 'c'] } as object, base, now({ tags: ['a', 'b'] }))).toBe(true)
})

test('no body is the same, whether a form says null or an asset leaves it out', () => {
  const none = { ...base, bodyId: null }
  expect(isOvertaken({ bodyId: 'b' }, none, now({}))).toBe(false)
  expect(isOvertaken({ bodyId: 'b' }, none, now({ bodyId: 'c' }))).toBe(true)
  expect(isOvertaken({ bodyId: null }, { ...base, bodyId: 'b' }, now({}))).toBe(false)
})
