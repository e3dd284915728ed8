import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ListShape } from '../../../src/ui/list/definition.ts'
import { listSearch } from '../../../src/ui/list/search.ts'

const shape: ListShape = {
  filters: [
    { field: 'search', type: 'text' },
    { field: 'type', type: 'multi-select', options: [{ value: 'top' }] },
    { field: 'applicationId', type: 'autocomplete', multiple: true },
  ],
  sortable: ['name'],
}
const untouched = Object.getOwnPropertyNames(Object.prototype).sort()
const suite = join(process.env['SHARED_DIR'] ?? join(process.cwd(), '..', 'shared'), 'data/strings/json-parsing')

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(untouched)
  expect({}).not.toHaveProperty('polluted')
})

/** What an address with this `filter` becomes when the router reads it three times, and what was warned of. */
function read(filter: unknown) {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const reader = listSearch(shape)
  const seen = [1, 2, 3].map(() => reader({ filter, page: 2 }))
  const warnings = warn.mock.calls.flat()
  warn.mockRestore()
  return { seen, warnings }
}
const NONE = [{ page: 2 }, { page: 2 }, { page: 2 }]
const REFUSED = { seen: NONE, warnings: ['Error parsing filters'] }

/** Texts that no JSON parser, or no list, may take: made here, so that the test stands without the suite. */
const OWN = [
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
  test.each(OWN.map((text) => [text.length > 40 ? `${text.slice(0, 20)}… (${text.length})` : text, text]))(
    '%j is warned of once and counts as none',
    (_, text) => expect(read(text)).toEqual(REFUSED),
  )

  test.runIf(existsSync(suite))('every file of a JSON parsing suite counts as none, with one warning', () => {
    const names = readdirSync(suite).filter((file) => file.endsWith('.json'))
    expect(names.length).toBeGreaterThan(200)
    const told = names.map((name) => {
      const text = readFileSync(join(suite, name), 'utf8')
      const { seen, warnings } = read(text)
      expect(seen, name).toEqual(NONE)
      // An object of nothing is a filter of nothing: there is nothing to warn of.
      expect(warnings.length, name).toBe(/^[ \t\r\n]*\{[ \t\r\n]*\}[ \t\r\n]*$/.test(text) ? 0 : 1)
      return warnings.length
    })
    expect(told.filter((count) => count === 0).length).toBeLessThanOrEqual(1)
  })
})

describe('a filter that reaches for what every object inherits', () => {
  const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']
  const texts = KEYS.flatMap((key) => [
    `{"${key}":{"polluted":true}}`,
    `{"${key}":"hat"}`,
    `{"search":"hat","${key}":{"polluted":true}}`,
    `{"search":{"${key}":{"polluted":true}}}`,
    `{"type":[{"${key}":{"polluted":true}}]}`,
    `{"constructor":{"prototype":{"${key}":{"polluted":true}}}}`,
  ])
  test.each(texts)('%s is warned of once and counts as none', (text) => {
    expect(read(text)).toEqual(REFUSED)
    expect(read(JSON.parse(text)).seen).toEqual(NONE)
  })

  test('one made by hand, with another prototype, takes nothing from it', () => {
    const odd = Object.assign(Object.create({ search: 'inherited' }), {})
    expect(read(odd).seen).toEqual(NONE)
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
    ['in a text that is no JSON', `{"search":"${long}`],
    ['in spaces', `${' '.repeat(2 * 1024 * 1024)}{"search":1}`],
    ['in one list within another', '['.repeat(1024 * 1024) + ']'.repeat(1024 * 1024)],
  ])('%s is warned of once and counts as none, in a moment', (_, text) => {
    const begun = performance.now()
    expect(read(text)).toEqual(REFUSED)
    // Read three times, on a machine that may be busy: what is asked is that it does not hang.
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})

test('a filter with odd characters is what it says without them; an odd id counts as none', () => {
  expect(read('{"search":"\u202ahat\u202c"}').seen[0]).toEqual({ filter: { search: 'hat' }, page: 2 })
  expect(read('{"applicationId":["a\u0007"]}')).toEqual(REFUSED)
})
