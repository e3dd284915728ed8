import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countActive,
  type FilterShape,
  isEmptyValue,
  parseFilter,
  preselectedOf,
  sameFilter,
  withField,
  withoutPreselected,
  withPreselected,
} from '../../../src/machines/rules/filters.ts'

const shapes: FilterShape[] = [
  { field: 'search', type: 'text' },
  { field: 'type', type: 'multi-select', options: [{ value: 'hair' }, { value: 'top' }] },
  { field: 'locked', type: 'single-select', options: [{ value: 'true' }, { value: 'false' }] },
  { field: 'applicationId', type: 'autocomplete', multiple: true },
]
const none = { filter: {}, isReadable: false }

test('a filter that conforms is read, without its empty values', () => {
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
  ['no JSON', '{search'],
  ['an empty text', ''],
  ['a number', '5'],
  ['null', 'null'],
  ['a text', '"hat"'],
  ['a list', '[]'],
  ['an unknown field', '{"colour":"red"}'],
  ['an unknown field among known ones', '{"search":"hat","colour":""}'],
  ['a number for a text', '{"search":5}'],
  ['a text for a list', '{"type":"hair"}'],
  ['an unknown option', '{"type":["hair","sofa"]}'],
  ['an object for a text', '{"search":{"$ne":""}}'],
  ['an object in a list', '{"applicationId":[{"$gt":""}]}'],
  ['more text than a filter takes', JSON.stringify({ search: 'x'.repeat(201) })],
  ['a prototype', '{"__proto__":{"search":"hat"}}'],
  ['a constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['an inherited method', '{"toString":"hat"}'],
])('%s cannot be read', (_, text) => {
  expect(parseFilter(text, shapes)).toEqual(none)
  expect(Object.prototype).not.toHaveProperty('polluted')
})

test('a filter is read up to the length that an address can have, and no longer', () => {
  const ofLength = (length: number) => '{"search":"hat"}'.padEnd(length)
  expect(parseFilter(ofLength(16_384), shapes)).toEqual({ filter: { search: 'hat' }, isReadable: true })
  expect(parseFilter(ofLength(16_385), shapes)).toEqual(none)
})

test('a text is what is searched for: up to 200 characters, without those that cannot be seen', () => {
  expect(parseFilter({ search: 'x'.repeat(200) }, shapes).filter).toEqual({ search: 'x'.repeat(200) })
  expect(parseFilter({ search: 'h\u202ea\nt' }, shapes).filter).toEqual({ search: 'hat' })
})

test('an autocomplete takes one id, or none, unless it is one for several; a single-select never takes several', () => {
  const one: FilterShape[] = [
    { field: 'tag', type: 'autocomplete' },
    { field: 'state', type: 'single-select', options: [{ value: 'open' }], multiple: true },
  ]
  expect(parseFilter({ tag: 'boots', state: 'open' }, one)).toEqual({
    filter: { tag: 'boots', state: 'open' },
    isReadable: true,
  })
  expect(parseFilter({ tag: '', state: '' }, one)).toEqual({ filter: {}, isReadable: true })
  expect(parseFilter({ tag: ['boots'] }, one)).toEqual(none)
  expect(parseFilter({ state: ['open'] }, one)).toEqual(none)
  expect(parseFilter({ tag: 'x'.repeat(129) }, one)).toEqual(none)
})

describe('strings from elsewhere', () => {
  const data = process.env['TEST_STRINGS'] ?? join(process.cwd(), '..', 'shared', 'data', 'strings')
  const suite = join(data, 'json-parsing')

  test.runIf(existsSync(suite))('every file of a JSON parsing suite is unreadable or an empty filter', () => {
    const untouched = Object.getOwnPropertyNames(Object.prototype)
    for (const name of readdirSync(suite).filter((file) => file.endsWith('.json'))) {
      expect(parseFilter(readFileSync(join(suite, name), 'latin1'), shapes).filter, name).toEqual({})
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(untouched)
  })

  test.runIf(existsSync(join(data, 'nosql.txt')))(
    'what is meant for a database is unreadable, or text and no more',
    () => {
      for (const line of readFileSync(join(data, 'nosql.txt'), 'utf8').split('\n')) {
        expect(parseFilter(line, shapes).filter, line).toEqual({})
        const asText = parseFilter(JSON.stringify({ search: line }), shapes)
        expect(asText.filter, line).toEqual(line && line.length <= 200 ? { search: line } : {})
      }
    },
  )
})

test('no text at all makes reading throw or touches the prototype of objects', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.object().map((given) => JSON.stringify(given)),
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

test('falsy values and empty lists count as none', () => {
  expect(['', null, undefined, 0, false, []].map(isEmptyValue)).toEqual([true, true, true, true, true, true])
  expect(['a', 1, true, ['a']].map(isEmptyValue)).toEqual([false, false, false, false])
  expect(countActive({ search: '', type: [], gender: ['male'], locked: 'true' })).toBe(2)
})

test('a field is set, and removed by an empty value', () => {
  expect(withField({ search: 'hat' }, 'type', ['top'])).toEqual({ search: 'hat', type: ['top'] })
  expect(withField({ search: 'hat', type: ['top'] }, 'type', [])).toEqual({ search: 'hat' })
})

test('an empty preselected field takes its preselected value, a set one keeps its own', () => {
  const preselected = preselectedOf([...shapes, { field: 'scope', type: 'single-select', preselectValue: 'mine' }])
  expect(preselected).toEqual({ scope: 'mine' })
  expect(withPreselected({ search: 'hat', scope: '' }, preselected)).toEqual({ search: 'hat', scope: 'mine' })
  expect(withPreselected({ scope: 'all' }, preselected)).toEqual({ scope: 'all' })
})

test('what stands at its preselected value goes without saying', () => {
  expect(withoutPreselected({ scope: 'mine', search: 'hat', type: 'mine' }, { scope: 'mine' })).toEqual({
    search: 'hat',
    type: 'mine',
  })
  expect(withoutPreselected({ scope: 'all' }, { scope: 'mine' })).toEqual({ scope: 'all' })
})

test('filters are the same in whatever order their fields stand', () => {
  expect(sameFilter({ a: '1', b: ['2'] }, { b: ['2'], a: '1', c: '' })).toBe(true)
  expect(sameFilter({ b: ['2', '3'] }, { b: ['3', '2'] })).toBe(false)
})
