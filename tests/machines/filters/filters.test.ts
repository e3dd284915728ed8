import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countFilterFields,
  type FilterShape,
  isEmptyValue,
  isSameFilter,
  parseFilter,
  preselectedOf,
  withField,
  withoutPreselected,
  withPreselected,
} from '../../../src/machines/filters/filters.ts'

const shapes: FilterShape[] = [
  { field: 'search', type: 'text' },
  { field: 'type', type: 'multi-select', options: [{ value: 'hair' }, { value: 'top' }] },
  { field: 'locked', type: 'single-select', options: [{ value: 'true' }, { value: 'false' }] },
  { field: 'applicationId', type: 'autocomplete', multiple: true },
]
const noFilter = { filter: {}, isReadable: false }

test('parses a valid filter without its empty values', () => {
  expect(parseFilter('{"search":"hat","type":["hair","top"],"locked":"","applicationId":[]}', shapes)).toEqual({
    filter: { search: 'hat', type: ['hair', 'top'] },
    isReadable: true,
  })
  expect(parseFilter({ applicationId: ['a', 'b'], search: null }, shapes)).toEqual({
    filter: { applicationId: ['a', 'b'] },
    isReadable: true,
  })
  expect(parseFilter(undefined, shapes)).toEqual({ filter: {}, isReadable: true })
  expect(parseFilter('{}', shapes)).toEqual({ filter: {}, isReadable: true })
})

test.each([
  ['text that is not JSON', '{search'],
  ['an empty text', ''],
  ['a number', '5'],
  ['null', 'null'],
  ['a text', '"hat"'],
  ['a list', '[]'],
  ['an unknown field', '{"colour":"red"}'],
  ['an unknown field among known ones', '{"search":"hat","colour":""}'],
  ['a number in a text field', '{"search":5}'],
  ['a text in a multi-select field', '{"type":"hair"}'],
  ['an unknown option', '{"type":["hair","sofa"]}'],
  ['an object in a text field', '{"search":{"$ne":""}}'],
  ['an object in a list', '{"applicationId":[{"$gt":""}]}'],
  ['a search text of 201 characters', JSON.stringify({ search: 'x'.repeat(201) })],
  ['a __proto__ key', '{"__proto__":{"search":"hat"}}'],
  ['a constructor key', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['a key named like an inherited method', '{"toString":"hat"}'],
])('rejects %s as an unreadable filter', (_, text) => {
  expect(parseFilter(text, shapes)).toEqual(noFilter)
  expect(Object.prototype).not.toHaveProperty('polluted')
})

test('accepts a filter of up to 16,384 characters, and rejects a longer filter as unreadable', () => {
  const ofLength = (length: number) => '{"search":"hat"}'.padEnd(length)
  expect(parseFilter(ofLength(16_384), shapes)).toEqual({ filter: { search: 'hat' }, isReadable: true })
  expect(parseFilter(ofLength(16_385), shapes)).toEqual(noFilter)
})

test('accepts search text of up to 200 characters, and strips invisible characters', () => {
  expect(parseFilter({ search: 'x'.repeat(200) }, shapes).filter).toEqual({ search: 'x'.repeat(200) })
  expect(parseFilter({ search: 'h\u202ea\nt' }, shapes).filter).toEqual({ search: 'hat' })
})

test('accepts a list of values only for an autocomplete that allows several values', () => {
  const one: FilterShape[] = [
    { field: 'tag', type: 'autocomplete' },
    { field: 'state', type: 'single-select', options: [{ value: 'open' }], multiple: true },
  ]
  expect(parseFilter({ tag: 'boots', state: 'open' }, one)).toEqual({
    filter: { tag: 'boots', state: 'open' },
    isReadable: true,
  })
  expect(parseFilter({ tag: '', state: '' }, one)).toEqual({ filter: {}, isReadable: true })
  expect(parseFilter({ tag: ['boots'] }, one)).toEqual(noFilter)
  expect(parseFilter({ state: ['open'] }, one)).toEqual(noFilter)
  expect(parseFilter({ tag: 'x'.repeat(129) }, one)).toEqual(noFilter)
})

describe('untrusted strings', () => {
  const data = process.env['TEST_STRINGS'] ?? join(process.cwd(), '..', 'shared', 'data', 'strings')
  const suite = join(data, 'json-parsing')

  test.runIf(existsSync(suite))('from every file of a JSON parsing test suite parse as an empty filter', () => {
    const prototypeNames = Object.getOwnPropertyNames(Object.prototype)
    for (const name of readdirSync(suite).filter((file) => file.endsWith('.json'))) {
      expect(parseFilter(readFileSync(join(suite, name), 'latin1'), shapes).filter, name).toEqual({})
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototypeNames)
  })

  test.runIf(existsSync(join(data, 'nosql.txt')))(
    'with NoSQL injections parse as an empty filter, or as plain text of the search field',
    () => {
      for (const line of readFileSync(join(data, 'nosql.txt'), 'utf8').split('\n')) {
        expect(parseFilter(line, shapes).filter, line).toEqual({})
        const asText = parseFilter(JSON.stringify({ search: line }), shapes)
        expect(asText.filter, line).toEqual(line && line.length <= 200 ? { search: line } : {})
      }
    },
  )
})

test('never throws or changes Object.prototype, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.object().map((filterText) => JSON.stringify(filterText)),
      ),
      (text) => {
        const { filter, isReadable } = parseFilter(text, shapes)
        expect(isReadable || Object.keys(filter).length === 0).toBe(true)
        expect(Object.keys(filter).every((field) => shapes.some((shape) => shape.field === field))).toBe(true)
      },
    ),
  )
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('treats falsy values and empty lists as empty', () => {
  expect(['', null, undefined, 0, false, []].map(isEmptyValue)).toEqual([true, true, true, true, true, true])
  expect(['a', 1, true, ['a']].map(isEmptyValue)).toEqual([false, false, false, false])
  expect(countFilterFields({ search: '', type: [], gender: ['male'], locked: 'true' })).toBe(2)
})

test('sets a field, and removes it with an empty value', () => {
  expect(withField({ search: 'hat' }, 'type', ['top'])).toEqual({ search: 'hat', type: ['top'] })
  expect(withField({ search: 'hat', type: ['top'] }, 'type', [])).toEqual({ search: 'hat' })
})

test('fills an empty preselected field and keeps a chosen value', () => {
  const preselected = preselectedOf([...shapes, { field: 'scope', type: 'single-select', preselectValue: 'mine' }])
  expect(preselected).toEqual({ scope: 'mine' })
  expect(withPreselected({ search: 'hat', scope: '' }, preselected)).toEqual({ search: 'hat', scope: 'mine' })
  expect(withPreselected({ scope: 'all' }, preselected)).toEqual({ scope: 'all' })
})

test('omits fields at their preselected value', () => {
  expect(withoutPreselected({ scope: 'mine', search: 'hat', type: 'mine' }, { scope: 'mine' })).toEqual({
    search: 'hat',
    type: 'mine',
  })
  expect(withoutPreselected({ scope: 'all' }, { scope: 'mine' })).toEqual({ scope: 'all' })
})

test('compares filters regardless of the order of fields', () => {
  expect(isSameFilter({ a: '1', b: ['2'] }, { b: ['2'], a: '1', c: '' })).toBe(true)
  expect(isSameFilter({ b: ['2', '3'] }, { b: ['3', '2'] })).toBe(false)
})
