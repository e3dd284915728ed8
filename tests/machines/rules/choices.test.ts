import { expect, test } from 'vitest'
import {
  AUTOCOMPLETE_LIMIT,
  chosenOf,
  DISPLAY_FIELD,
  filterValue,
  idsOf,
  isOddValue,
  SEARCH_FIELD,
  unknownIds,
  withFound,
} from '../../../src/machines/rules/choices.ts'

const fern = { id: 'f', label: 'Fern' }
const moss = { id: 'm', label: 'Moss' }

test('five are asked for, by the field "search", and shown by the field "name" (Spec §9)', () => {
  expect([AUTOCOMPLETE_LIMIT, SEARCH_FIELD, DISPLAY_FIELD]).toEqual([5, 'search', 'name'])
})

test('a value of several that is no list is odd, an absent one is not', () => {
  expect(['f', 5, {}, true].map((value) => isOddValue(value, true))).toEqual([true, true, true, true])
  expect([[], ['f'], '', null, undefined].map((value) => isOddValue(value, true))).toEqual(Array(5).fill(false))
  expect(isOddValue('f', false)).toBe(false)
})

test('ids are texts, once each; one value keeps the first', () => {
  expect(idsOf(['f', 'm', 'f', '', null, 5], true)).toEqual(['f', 'm'])
  expect(idsOf(['f', 'm'], false)).toEqual(['f'])
  expect(idsOf('f', true)).toEqual(['f'])
  expect(idsOf(undefined, true)).toEqual([])
})

test('chosen ids become a list or one value', () => {
  expect([filterValue(['f', 'm'], true), filterValue(['f'], false), filterValue([], false)]).toEqual([
    ['f', 'm'],
    'f',
    undefined,
  ])
})

test('what is found is known from then on, by its newest words', () => {
  expect(withFound([fern, moss], [{ id: 'f', label: 'Tree fern' }])).toEqual([moss, { id: 'f', label: 'Tree fern' }])
  expect(unknownIds(['f', 'x'], [fern])).toEqual(['x'])
  expect(chosenOf(['x', 'f'], [fern])).toEqual([{ id: 'x', label: 'x' }, fern])
})
