import { expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { hasConflict } from '../../../src/machines/asset/asset-change.ts'

const base = { name: 'Boot', tags: ['a'], icon: undefined }
const changedAsset = (change: object) => ({ ...base, ...change }) as unknown as Asset

test('reports a conflict if another user gave the same field a different value', () => {
  expect(hasConflict({ name: 'Shoe' }, base, changedAsset({}))).toBe(false)
  expect(hasConflict({ name: 'Shoe' }, base, changedAsset({ name: 'Clog' }))).toBe(true)
  expect(hasConflict({ name: 'Shoe' }, base, changedAsset({ name: 'Shoe' }))).toBe(false)
})

test('ignores changes of other fields, and reports a conflict in one of several fields', () => {
  expect(hasConflict({ name: 'Shoe' }, base, changedAsset({ tags: ['b'] }))).toBe(false)
  expect(hasConflict({ name: 'Shoe', gender: 'male' }, base, changedAsset({ gender: 'female' }))).toBe(true)
})

test('compares lists by content', () => {
  expect(hasConflict({ tags: ['a', 'c'] } as object, base, changedAsset({ tags: ['a'] }))).toBe(false)
  expect(hasConflict({ tags: ['a', 'c'] } as object, base, changedAsset({ tags: ['a', 'b'] }))).toBe(true)
})

test('treats a bodyId of null and a missing bodyId as equal', () => {
  const withoutBody = { ...base, bodyId: null }
  expect(hasConflict({ bodyId: 'b' }, withoutBody, changedAsset({}))).toBe(false)
  expect(hasConflict({ bodyId: 'b' }, withoutBody, changedAsset({ bodyId: 'c' }))).toBe(true)
  expect(hasConflict({ bodyId: null }, { ...base, bodyId: 'b' }, changedAsset({}))).toBe(false)
})
