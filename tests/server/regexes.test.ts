import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { CALLS, listLeafFields } from '../support/contract-fields.ts'
import { parseFile, parseServerFiles } from '../support/server-syntax.ts'
import { describeSlowSearch, findRegexes, generateHostileTexts, measureExcessMs } from '../support/slow-regexes.ts'

/** A developer tool for the developer's own files; the server does not load it. */
const NOT_SERVED = 'server/textures/fit/'

const regexes = parseServerFiles()
  .filter(({ file }) => !file.startsWith(NOT_SERVED))
  .flatMap(findRegexes)

/** Patterns known only at run time, with an example of each. None of them is made of untrusted text. */
const AT_RUN_TIME: Readonly<Record<string, string>> = {
  // Built from the routes in the page: literal segments and `[^/]+`.
  'server/client/page-files.ts': '^/applications/[^/]+/assets/[^/]+/?$',
}

const fileOf = (location: string) => location.replace(/:\d+$/, '')

describe('the search for regular expressions', () => {
  const findPatterns = (code: string) =>
    findRegexes(parseFile('x.ts', code)).map(({ pattern, flags }) => [pattern, flags])

  test.each<[string, (string | undefined)[][]]>([
    ['text.replace(/a+/gi, x)', [['a+', 'gi']]],
    ['v.regex(/^b$/)', [['^b$', '']]],
    ['text.split(/ *, */)', [[' *, *', 'g']]],
    ["new RegExp('c+', 'u')", [['c+', 'u']]],
    ["const C = 'd'; RegExp(C + '+' + 3)", [['d+3', '']]],
    ["text.match('e+')", [['e+', '']]],
    ['new RegExp(given)', [[undefined, '']]],
    ["text.split('.')", []],
  ])('finds in %s the patterns %j', (code, patterns) => {
    expect(findPatterns(code)).toEqual(patterns)
  })

  test.each([
    ['quadratic', '[^/]*(?:@|%40)[^/]*', 'gi'],
    ['quadratic', '/+$', ''],
    ['exponential', '^(a+)+$', ''],
    ['exponential', '^(\\w|\\d)*$', ''],
    ['quadratic', '^ +| +$', 'g'],
    ['quadratic', '(left|right)[^/]*$', ''],
    ['quadratic', '[-_](draco|ktx2).*$', ''],
    ['quadratic', 'on conflict \\([^)]*\\) where', ''],
    ['cubic', '^\\s*\\s*\\s*x', ''],
  ])('rates a %s pattern as slow: %s', (_, pattern, flags) => {
    expect(describeSlowSearch({ pattern, flags })).toMatch(/ ms for \d+ characters/)
  })

  test('covers the server, the contract and the file formats', () => {
    const files = regexes.map(({ location }) => location)
    for (const folder of ['server/', 'src/api/contract/', 'src/files/'])
      expect(files.filter((it) => it.startsWith(folder)).length).toBeGreaterThan(3)
  })
})

describe('every regular expression of the server', () => {
  test('has a constant pattern, or is listed with an example', () => {
    const atRunTime = regexes.filter(({ pattern }) => pattern === undefined).map(({ location }) => fileOf(location))
    expect(atRunTime).toEqual(Object.keys(AT_RUN_TIME))
  })

  test.each(regexes.map((it) => ({ ...it, pattern: it.pattern ?? AT_RUN_TIME[fileOf(it.location)]! })))(
    'takes at most 5 ms for hostile texts of up to 16 kB: $location /$pattern/$flags',
    (regex) => {
      expect(describeSlowSearch(regex)).toBeUndefined()
    },
  )
})

describe('every text field of the contract', () => {
  const fields = CALLS.flatMap(({ name, endpoint }) =>
    [endpoint.query, endpoint.body]
      .filter((it) => it !== undefined)
      .flatMap((schema) => listLeafFields(schema))
      .map(({ path, schema }) => ({ field: `${name} ${path.join('.')}`, schema })),
  )
  const texts = ['harbour@a.example', 'https://a.example/', '2026-03-02T09:00:00.000Z', '/files/']
    .flatMap((it) => [...generateHostileTexts(it, 16 * 1024)])
    .filter((_, i) => i % 3 === 0)

  test('can be validated within 5 ms, for a sample of hostile texts of 16 kB', () => {
    // Many endpoints share a schema. Each schema is checked once.
    const schemas = new Map(fields.map(({ schema, field }) => [schema, field]))
    const slow = [...schemas].filter(([schema]) =>
      texts.some((text) => measureExcessMs(() => void v.safeParse(schema, text)) > 0),
    )
    expect(slow.map(([, field]) => field)).toEqual([])
  })
})
