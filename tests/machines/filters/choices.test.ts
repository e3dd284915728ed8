import { expect, test } from 'vitest'
import {
  AUTOCOMPLETE_LIMIT,
  DEFAULT_DISPLAY_FIELD,
  DEFAULT_SEARCH_FIELD,
  findUnknownIds,
  isInvalidInitialValue,
  mergeOptions,
  parseChosenIds,
  toChosenOptions,
  toFilterValue,
} from '../../../src/machines/filters/choices.ts'

const fern = { id: 'f', label: 'Fern' }
const moss = { id: 'm', label: 'Moss' }

test('the defaults are five options, the search parameter "search" and the label field "name" (Spec §9)', () => {
  expect([AUTOCOMPLETE_LIMIT, DEFAULT_SEARCH_FIELD, DEFAULT_DISPLAY_FIELD]).toEqual([5, 'search', 'name'])
})

test('rejects a multi-select value that is not a list, and accepts a missing one', () => {
  expect(['f', 5, {}, true].map((value) => isInvalidInitialValue(value, true))).toEqual([true, true, true, true])
  expect([[], ['f'], '', null, undefined].map((value) => isInvalidInitialValue(value, true))).toEqual(
    Array(5).fill(false),
  )
  expect(isInvalidInitialValue('f', false)).toBe(false)
})

test('extracts the distinct string ids of a multi-select, and only the first of a single select', () => {
  expect(parseChosenIds(['f', 'm', 'f', '', null, 5], true)).toEqual(['f', 'm'])
  expect(parseChosenIds(['f', 'm'], false)).toEqual(['f'])
  expect(parseChosenIds('f', true)).toEqual(['f'])
  expect(parseChosenIds(undefined, true)).toEqual([])
})

test('converts chosen ids to a list for a multi-select, and to a single value or undefined otherwise', () => {
  expect([toFilterValue(['f', 'm'], true), toFilterValue(['f'], false), toFilterValue([], false)]).toEqual([
    ['f', 'm'],
    'f',
    undefined,
  ])
})

test('keeps the latest label of each option, and shows the id of an option without a label', () => {
  expect(mergeOptions([fern, moss], [{ id: 'f', label: 'Tree fern' }])).toEqual([moss, { id: 'f', label: 'Tree fern' }])
  expect(findUnknownIds(['f', 'x'], [fern])).toEqual(['x'])
  expect(toChosenOptions(['x', 'f'], [fern])).toEqual([{ id: 'x', label: 'x' }, fern])
})
