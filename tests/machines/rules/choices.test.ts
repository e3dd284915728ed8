import { expect, test } from 'vitest'
import {
  AUTOCOMPLETE_LIMIT,
  chosenIds,
  chosenOptions,
  DISPLAY_FIELD,
  filterValue,
  isInvalidValue,
  mergeOptions,
  SEARCH_FIELD,
  unknownIds,
} from '../../../src/machines/rules/choices.ts'

const fern = { id: 'f', label: 'Fern' }
const moss = { id: 'm', label: 'Moss' }

test('requests five options by "search" and labels them by "name" (Spec §9)', () => {
  expect([AUTOCOMPLETE_LIMIT, SEARCH_FIELD, DISPLAY_FIELD]).toEqual([5, 'search', 'name'])
})

test('rejects a multi-select value that is not a list, and accepts a missing one', () => {
  expect(['f', 5, {}, true].map((value) => isInvalidValue(value, true))).toEqual([true, true, true, true])
  expect([[], ['f'], '', null, undefined].map((value) => isInvalidValue(value, true))).toEqual(Array(5).fill(false))
  expect(isInvalidValue('f', false)).toBe(false)
})

test('extracts the distinct string ids of a multi-select, and only the first of a single select', () => {
  expect(chosenIds(['f', 'm', 'f', '', null, 5], true)).toEqual(['f', 'm'])
  expect(chosenIds(['f', 'm'], false)).toEqual(['f'])
  expect(chosenIds('f', true)).toEqual(['f'])
  expect(chosenIds(undefined, true)).toEqual([])
})

test('converts chosen ids to a list for a multi-select, and to a single value or undefined otherwise', () => {
  expect([filterValue(['f', 'm'], true), filterValue(['f'], false), filterValue([], false)]).toEqual([
    ['f', 'm'],
    'f',
    undefined,
  ])
})

test('keeps the latest label of each option, and shows the id of an option without a label', () => {
  expect(mergeOptions([fern, moss], [{ id: 'f', label: 'Tree fern' }])).toEqual([moss, { id: 'f', label: 'Tree fern' }])
  expect(unknownIds(['f', 'x'], [fern])).toEqual(['x'])
  expect(chosenOptions(['x', 'f'], [fern])).toEqual([{ id: 'x', label: 'x' }, fern])
})
