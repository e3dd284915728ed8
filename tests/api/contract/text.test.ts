import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Id, SearchText, textLine } from '../../../src/api/contract/text.ts'
import { CALLS, listTextFields } from '../../support/contract-fields.ts'
import { FORBIDDEN_CHARACTERS, hasForbiddenCharacter, LEGITIMATE_TEXTS } from '../../support/forbidden-text.ts'

/** Length that no field accepts, in characters. The longest allowed value is a picture of 64 KB, in base64. */
const OVERLONG = 100_000

/** Passwords are never displayed or sorted, so they may contain any character (NIST SP 800-63B); their length is limited too. */
const isPassword = (path: readonly string[]) => ['password', 'current'].includes(path.at(-1) ?? '')

const fields = CALLS.flatMap(({ name, endpoint }) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema
      ? listTextFields(schema).map((field) => ({ ...field, title: `${name} ${part}.${field.path.join('.')}` }))
      : []
  }),
)

describe('every text field of the contract', () => {
  test('can be found by traversing the schemas', () => {
    expect(fields.length).toBeGreaterThan(40)
    expect(fields.map(({ title }) => title)).toContain('assets.create body.tags.*')
  })

  test.each(fields)('$title has a maximum length', ({ schema }) => {
    for (const text of ['x', '٣', '👩', 'é', ' x', '/files/', '0'])
      expect(v.is(schema, text.repeat(OVERLONG / text.length)), text).toBe(false)
  })

  test.each(fields.filter(({ path }) => !isPassword(path)))('$title accepts no disallowed character', ({ schema }) => {
    for (const odd of FORBIDDEN_CHARACTERS)
      for (const text of [`a${odd}b`, `${odd}a`, `a${odd}`, odd]) {
        const read = v.safeParse(schema, text)
        if (read.success) expect(hasForbiddenCharacter(String(read.output)), JSON.stringify(text)).toBe(false)
      }
  })
})

describe('the schema of a line of text', () => {
  const Line = textLine(5, { missing: 'tag.nameMissing', tooLong: 'tag.nameTooLong', odd: 'tag.nameOdd' })
  const messagesFor = (text: unknown) => v.safeParse(Line, text).issues?.map(({ message }) => message) ?? []

  test('trims the text and limits its length, counting a surrogate pair as one character', () => {
    expect(v.parse(Line, '  ab ')).toBe('ab')
    expect(v.parse(Line, '😀😀😀😀😀')).toBe('😀😀😀😀😀')
    expect([messagesFor('😀😀😀😀😀😀'), messagesFor('123456'), messagesFor(''), messagesFor('   ')]).toEqual([
      ['tag.nameTooLong'],
      ['tag.nameTooLong'],
      ['tag.nameMissing'],
      ['tag.nameMissing'],
    ])
  })

  test('reports a text without a visible character as missing', () => {
    expect(['\u200d', '\u200b\u200c', '\u00a0', '\u2800'.slice(1), '\ufe0f', '\u0301'].map(messagesFor)).toEqual(
      Array(6).fill(['tag.nameMissing']),
    )
  })

  test.each(LEGITIMATE_TEXTS)('accepts %j', (text) => {
    expect(v.parse(textLine(40), text)).toBe(text)
  })

  test('refuses a text that contains a disallowed character, with a message', () => {
    for (const odd of FORBIDDEN_CHARACTERS)
      expect(messagesFor(`a${odd}b`), JSON.stringify(odd)).toContain('tag.nameOdd')
  })
})

test('removes disallowed characters from a search text, because pasted names may contain them', () => {
  expect(v.parse(SearchText, '\u202aBoot\u202c\u200e')).toBe('Boot')
  expect(v.parse(SearchText, ' \u2067x\u2069 ')).toBe(' x ')
  expect(v.is(SearchText, 'x'.repeat(201))).toBe(false)
  expect(LEGITIMATE_TEXTS.map((text) => v.parse(SearchText, text))).toEqual(LEGITIMATE_TEXTS)
})

test('accepts any non-empty line of up to 128 characters as an id', () => {
  expect(['0198a1b2-0000-7000-8000-000000000000', 'harbour', 'a b'].map((id) => v.is(Id, id))).toEqual([
    true,
    true,
    true,
  ])
  expect(['', 'x'.repeat(129), 'a\nb', '\u202e'].map((id) => v.is(Id, id))).toEqual([false, false, false, false])
})
