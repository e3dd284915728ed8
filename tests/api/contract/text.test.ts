import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Id, lineOfText, SearchText } from '../../../src/api/contract/text.ts'
import { CALLS, textFieldsOf } from '../../support/contract-fields.ts'
import { HONEST, isOdd, ODD_CHARACTERS } from '../../support/odd-text.ts'

/** Longer than anything a field takes: the longest is a small picture in base64, of 64 KB before. */
const OVERLONG = 100_000

/** Passwords are never shown or sorted, so whatever can be typed may stand in them (NIST SP 800-63B); they are bounded all the same. */
const isPassword = (path: readonly string[]) => ['password', 'current'].includes(path.at(-1) ?? '')

const fields = CALLS.flatMap(({ name, endpoint }) =>
  (['query', 'body'] as const).flatMap((place) => {
    const schema = endpoint[place]
    return schema
      ? textFieldsOf(schema).map((field) => ({ ...field, title: `${name} ${place}.${field.path.join('.')}` }))
      : []
  }),
)

describe('every text field of the contract', () => {
  test('is found by this walk', () => {
    expect(fields.length).toBeGreaterThan(40)
    expect(fields.map(({ title }) => title)).toContain('assets.create body.tags.*')
  })

  test.each(fields)('$title is bounded', ({ schema }) => {
    for (const text of ['x', '٣', '👩', 'é', ' x', '/files/', '0'])
      expect(v.is(schema, text.repeat(OVERLONG / text.length)), text).toBe(false)
  })

  test.each(fields.filter(({ path }) => !isPassword(path)))('$title lets no odd character in', ({ schema }) => {
    for (const odd of ODD_CHARACTERS)
      for (const text of [`a${odd}b`, `${odd}a`, `a${odd}`, odd]) {
        const read = v.safeParse(schema, text)
        if (read.success) expect(isOdd(String(read.output)), JSON.stringify(text)).toBe(false)
      }
  })
})

describe('a line of text', () => {
  const Line = lineOfText(5, { missing: 'missing', tooLong: 'too long', odd: 'odd' })
  const said = (text: unknown) => v.safeParse(Line, text).issues?.map(({ message }) => message) ?? []

  test('is trimmed and has 1 to so many characters, as people count the parts of a surrogate pair', () => {
    expect(v.parse(Line, '  ab ')).toBe('ab')
    expect(v.parse(Line, '😀😀😀😀😀')).toBe('😀😀😀😀😀')
    expect([said('😀😀😀😀😀😀'), said('123456'), said(''), said('   ')]).toEqual([
      ['too long'],
      ['too long'],
      ['missing'],
      ['missing'],
    ])
  })

  test('is missing where nothing of it can be seen', () => {
    expect(['\u200d', '\u200b\u200c', '\u00a0', '\u2800'.slice(1), '\ufe0f', '\u0301'].map(said)).toEqual(
      Array(6).fill(['missing']),
    )
  })

  test.each(HONEST)('takes %j', (text) => {
    expect(v.parse(lineOfText(40), text)).toBe(text)
  })

  test('holds no odd character, wherever it stands, and says so', () => {
    for (const odd of ODD_CHARACTERS) expect(said(`a${odd}b`), JSON.stringify(odd)).toContain('odd')
  })
})

test('what is searched for loses its odd characters, because a pasted name may carry them along', () => {
  expect(v.parse(SearchText, '\u202aBoot\u202c\u200e')).toBe('Boot')
  expect(v.parse(SearchText, ' \u2067x\u2069 ')).toBe(' x ')
  expect(v.is(SearchText, 'x'.repeat(201))).toBe(false)
  expect(HONEST.map((text) => v.parse(SearchText, text))).toEqual(HONEST)
})

test('an id may be any short line', () => {
  expect(['0198a1b2-0000-7000-8000-000000000000', 'harbour', 'a b'].map((id) => v.is(Id, id))).toEqual([
    true,
    true,
    true,
  ])
  expect(['', 'x'.repeat(129), 'a\nb', '\u202e'].map((id) => v.is(Id, id))).toEqual([false, false, false, false])
})
