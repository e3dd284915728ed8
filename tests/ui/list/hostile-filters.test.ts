import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ListShape } from '../../../src/ui/list/definition.ts'
import { createSearchValidator } from '../../../src/ui/list/state/list-search.ts'
import { findSharedFolder } from '../../support/shared-folder.ts'

const shape: ListShape = {
  filters: [
    { field: 'search', type: 'text' },
    { field: 'type', type: 'multi-select', options: [{ value: 'top' }] },
    { field: 'applicationId', type: 'autocomplete', multiple: true },
  ],
  sortable: ['name'],
}
const prototypeKeys = Object.getOwnPropertyNames(Object.prototype).sort()
const suite = findSharedFolder('data/strings/json-parsing')

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototypeKeys)
  expect({}).not.toHaveProperty('polluted')
})

/** Parses a URL with this `filter` three times, as the router does. Returns the results and the logged warnings. */
function read(filter: unknown) {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const reader = createSearchValidator(shape)
  const results = [1, 2, 3].map(() => reader({ filter, page: 2 }))
  const warnings = warn.mock.calls.flat()
  warn.mockRestore()
  return { results, warnings }
}
const NONE = [{ page: 2 }, { page: 2 }, { page: 2 }]
const REFUSED = { results: NONE, warnings: ['Error parsing filters'] }

/** Texts that every JSON parser or every list rejects. Tested in addition to the third-party suite. */
const INVALID_TEXTS = [
  '',
  ' ',
  '{',
  '}',
  '[',
  '{"search"}',
  '{"search":}',
  '{"search":"hat",}',
  "{'search':'hat'}",
  '{search:"hat"}',
  '{"search":"hat"}{"search":"hat"}',
  '{"search":"hat"} trailing',
  '{"search":"\u0000"',
  '{"search":"\\x"}',
  '{"search":"\\u12"}',
  '\uFEFF{"search":"hat"}',
  '{"search":NaN}',
  '{"search":Infinity}',
  '{"search":1e999}',
  '{"search":-0}',
  '{"search":0x10}',
  '{"search":true}',
  '{"search":[]}',
  '{"search":{}}',
  '{"type":"top"}',
  '{"type":{"0":"top","length":1}}',
  '{"type":["top",null]}',
  '{"type":[["top"]]}',
  '{"applicationId":"a"}',
  '{"applicationId":[{"$ne":null}]}',
  'null',
  'true',
  '0',
  '"hat"',
  '[{"search":"hat"}]',
  '['.repeat(100_000),
  `${'{"search":'.repeat(5000)}1${'}'.repeat(5000)}`,
]

describe('a filter that cannot be read', () => {
  test.each(INVALID_TEXTS.map((text) => [text.length > 40 ? `${text.slice(0, 20)}… (${text.length})` : text, text]))(
    '%j logs one warning and is ignored',
    (_, text) => expect(read(text)).toEqual(REFUSED),
  )

  test.runIf(suite)('from any file of a JSON parsing suite is ignored, with one warning', () => {
    const names = readdirSync(suite!).filter((file) => file.endsWith('.json'))
    expect(names.length).toBeGreaterThan(200)
    const warningCounts = names.map((name) => {
      const text = readFileSync(join(suite!, name), 'utf8')
      const { results, warnings } = read(text)
      expect(results, name).toEqual(NONE)
      // An empty object is an empty filter, so there is no warning.
      expect(warnings.length, name).toBe(/^[ \t\r\n]*\{[ \t\r\n]*\}[ \t\r\n]*$/.test(text) ? 0 : 1)
      return warnings.length
    })
    expect(warningCounts.filter((count) => count === 0).length).toBeLessThanOrEqual(1)
  })
})

describe('a filter with the names of inherited object properties', () => {
  const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']
  const texts = KEYS.flatMap((key) => [
    `{"${key}":{"polluted":true}}`,
    `{"${key}":"hat"}`,
    `{"search":"hat","${key}":{"polluted":true}}`,
    `{"search":{"${key}":{"polluted":true}}}`,
    `{"type":[{"${key}":{"polluted":true}}]}`,
    `{"constructor":{"prototype":{"${key}":{"polluted":true}}}}`,
  ])
  test.each(texts)('%s logs one warning and is ignored', (text) => {
    expect(read(text)).toEqual(REFUSED)
    expect(read(JSON.parse(text)).results).toEqual(NONE)
  })

  test('adds no value from the prototype of a filter object', () => {
    const filter = Object.assign(Object.create({ search: 'inherited' }), {})
    expect(read(filter).results).toEqual(NONE)
  })
})

describe('a filter of two megabytes', () => {
  const long = 'x'.repeat(2 * 1024 * 1024)
  test.each<[string, string]>([
    ['in one text', JSON.stringify({ search: long })],
    [
      'in one list',
      JSON.stringify({ applicationId: Array.from({ length: 50_000 }, (_, i) => `application-${i}-${'x'.repeat(20)}`) }),
    ],
    [
      'in unknown fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`field-${i}`, long.slice(0, 20)]))),
    ],
    ['in a text that is not JSON', `{"search":"${long}`],
    ['of leading spaces', `${' '.repeat(2 * 1024 * 1024)}{"search":1}`],
    ['of nested lists', '['.repeat(1024 * 1024) + ']'.repeat(1024 * 1024)],
  ])('%s logs one warning and is ignored within 20 s', (_, text) => {
    const startedAt = performance.now()
    expect(read(text)).toEqual(REFUSED)
    // The limit is generous, because the machine may be busy. The test only requires that parsing three times does not hang.
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })
})

test('strips control characters from the search text and rejects an id that contains them', () => {
  expect(read('{"search":"\u202ahat\u202c"}').results[0]).toEqual({ filter: { search: 'hat' }, page: 2 })
  expect(read('{"applicationId":["a\u0007"]}')).toEqual(REFUSED)
})
