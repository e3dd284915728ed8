import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ERROR_STATUS } from '../../src/api/contract/errors.ts'
import { LANGUAGES } from '../../src/ui/language.ts'
import { commonMessages } from '../../src/ui/messages/common.ts'
import { tagsMessages } from '../../src/ui/messages/tags.ts'
import { createTranslator, type Messages, type Translate } from '../../src/ui/messages.ts'
import { findTexts } from '../support/find-texts.ts'
import { createTranslateFor, readAllMessages } from '../support/translate.ts'

test('every language has the same message keys and placeholders', () => {
  const [en, ...others] = LANGUAGES.map(readAllMessages)
  const placeholders = (sentence: string | undefined) => sentence?.match(/\{\w+\}/g)?.sort()
  for (const messages of others) {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en!).sort())
    for (const [key, sentence] of Object.entries(messages))
      expect([key, placeholders(sentence)]).toEqual([key, placeholders(en![key])])
  }
})

test('the common messages, which every page loads, include one for every error code', async () => {
  const { messages } = await commonMessages.en()
  const missing = [...Object.keys(ERROR_STATUS), 'FETCH_ERROR', 'TIMEOUT_ERROR', 'PARSING_ERROR', 'USER_NOT_VERIFIED']
    .map((code) => `error.${code}`)
    .filter((key) => !(key in messages))
  expect(missing).toEqual([])
})

test('translate returns the key until its messages are loaded, then the translation', async () => {
  const { translate, loadMessages } = createTranslator('de')
  expect(translate('tags.title')).toBe('tags.title')
  await loadMessages(commonMessages, tagsMessages)
  expect(translate('tags.title')).toBe('Tags')
  expect(translate('action.retry')).toBe('Erneut versuchen')
})

test('no message key is defined in more than one message file', () => {
  const files = import.meta.glob<{ messages: object }>('../../src/ui/messages/en/*.ts', { eager: true })
  const keys = Object.values(files).flatMap(({ messages }) => Object.keys(messages))
  expect(keys.length).toBe(new Set(keys).size)
})

describe('the source code', () => {
  const ROOT = resolve(import.meta.dirname, '../..')
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/ui/messages/'))
  const codeOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const textsOf = new Map(files.map((file) => [file, findTexts(file, codeOf(file))] as const))
  const tables = import.meta.glob<{ messages: Messages }>('../../src/ui/messages/en/*.ts', { eager: true })
  const keys = Object.entries(tables).flatMap(([path, { messages }]) =>
    Object.keys(messages).map((key) => ({ key, file: path.split('/').pop()! })),
  )

  test('uses every message', () => {
    const literals = new Set([...textsOf.values()].flatMap((texts) => [...texts.literals]))
    const patterns = [...textsOf.values()].flatMap((texts) => texts.patterns)
    const isUsed = (key: string) =>
      literals.has(key) ||
      // Code passes the start of a key to `translateIfKnown`.
      literals.has(key.slice(0, key.lastIndexOf('.') + 1)) ||
      patterns.some((pattern) => pattern.test(key))
    // The translate function selects keys that end in `.one`. A key `fact.….why` is the explanation of a fact.
    const baseOf = (key: string) => key.replace(/\.one$/, '').replace(/^(fact\..*)\.why$/, '$1')
    expect(keys.filter(({ key }) => !isUsed(key) && !isUsed(baseOf(key)))).toEqual([])
  })

  test('imports in each route all messages that its columns, filters, actions and lists use', () => {
    const unloaded = files
      .filter((file) => file.startsWith('src/routes/'))
      .flatMap((route) => {
        const imported = [...codeOf(route).matchAll(/^import (?!type ).* from '(\.[^']+)'$/gm)].map(([, path]) =>
          join(dirname(route), path!),
        )
        const definitions = imported.filter((file) => /-(columns|filters|actions|list)\.tsx?$/.test(file))
        return [route, ...definitions].flatMap((file) => {
          const literals = textsOf.get(file)?.literals ?? new Set()
          return keys
            .filter(({ key }) => literals.has(key))
            .filter(({ file }) => file !== 'common.ts' && !imported.includes(`src/ui/messages/${file}`))
            .map(({ key }) => `${route}: ${key} of ${file}`)
        })
      })
    expect(unloaded).toEqual([])
  })
})

test('translate fills placeholders, formats numbers, and returns an unknown key unchanged', () => {
  expect(createTranslateFor('en')('list.found', { n: 12480 })).toBe('12,480 items')
  expect(createTranslateFor('en')('list.found', { n: 1 })).toBe('1 item')
  expect(createTranslateFor('de')('list.found', { n: 12480 })).toMatch(/^12\.480 /)
  expect(createTranslateFor('en')('asset.conflict.versions', { field: 'Name' })).toContain('{theirs}')
  expect((createTranslateFor('en') as Translate<string>)('constructor')).toBe('constructor')
})

test.each<[string, RegExp]>([
  [
    'en',
    /\b(somebody|deeds?|made no sense|made it|be taken|so already|let them|by itself|has gone down|Present password)\b/i,
  ],
  ['en', /\b(toast|modal|pop-?up|changelog|take out|as the system|set tag|figures)\b/i],
  ['en', /\b(cage mesh|morphs?(?! targets?\b)|on other bodies|smaller versions?)\b/i],
  ['en', /\b(authorised|public access|queue|parent|import details)\b/i],
  ['de', /Cage-Mesh|Morph(?!-Target)|auf anderen Körpern|kleinere (Version|Fassung)/i],
  ['de', /öffentliche[nr]? Zugriff|Warteschlange|Details importieren/i],
  ['de', /\b(Objekte?n?s?|Schlagw\w+|Betrachter\w*|Kennung|Knöpfe?|Wie das System|zeichnen|Telefone?n?)\b/],
])('no message in the language “%s” contains a replaced term: %s', (language, replacedTerm) => {
  const matches = Object.entries(readAllMessages(language as 'en' | 'de')).filter(([, sentence]) =>
    replacedTerm.test(sentence),
  )
  expect(matches).toEqual([])
})

test('every message uses curly quotes, “…” and single spaces, and sentences begin with a capital', () => {
  const invalidMessages = LANGUAGES.flatMap((language) =>
    Object.entries(readAllMessages(language)).filter(
      ([, text]) => /['"]|\.\.\.| {2}|^ | $/.test(text) || /^[a-z]\w+ .*\.$/.test(text),
    ),
  )
  expect(invalidMessages).toEqual([])
})

test('the English messages include the texts fixed by the specification, verbatim', () => {
  const en = Object.values(readAllMessages('en'))
  const fixed = [
    'Upload a file',
    'or drag and drop',
    'Remove',
    'No items found',
    'No listings matched your search query',
  ]
  const labels = ['Clear Filters', 'Clear', 'Apply', 'Cancel', 'All Filters', 'No Results']
  expect([...fixed, ...labels].filter((sentence) => !en.includes(sentence))).toEqual([])
})
