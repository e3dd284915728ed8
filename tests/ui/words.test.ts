import { expect, test } from 'vitest'
import { ERROR_STATUS } from '../../src/api/contract/errors.ts'
import { LANGUAGES } from '../../src/ui/language.ts'
import { commonWords } from '../../src/ui/words/common.ts'
import { tagsWords } from '../../src/ui/words/tags.ts'
import { createSpeech } from '../../src/ui/words.ts'
import { translateIn, wordsIn } from '../support/translate.ts'

test('every language has the same keys, and the same holes in each sentence', () => {
  const [en, ...others] = LANGUAGES.map(wordsIn)
  const holes = (sentence: string | undefined) => sentence?.match(/\{\w+\}/g)?.sort()
  for (const words of others) {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en!).sort())
    for (const [key, sentence] of Object.entries(words)) expect([key, holes(sentence)]).toEqual([key, holes(en![key])])
  }
})

test('every error code has a sentence on every page', async () => {
  const { words } = await commonWords.en()
  const missing = [...Object.keys(ERROR_STATUS), 'FETCH_ERROR', 'TIMEOUT_ERROR', 'PARSING_ERROR', 'USER_NOT_VERIFIED']
    .map((code) => `error.${code}`)
    .filter((key) => !(key in words))
  expect(missing).toEqual([])
})

test('a speech knows what it has learnt', async () => {
  const { translate, learn } = createSpeech('de')
  expect(translate('tags.title')).toBe('tags.title')
  await learn(commonWords, tagsWords)
  expect(translate('tags.title')).toBe('Tags')
  expect(translate('action.retry')).toBe('Erneut versuchen')
})

test('no sentence stands in two places', () => {
  const files = import.meta.glob<{ words: object }>('../../src/ui/words/en/*.ts', { eager: true })
  const keys = Object.values(files).flatMap(({ words }) => Object.keys(words))
  expect(keys.length).toBe(new Set(keys).size)
})

test('holes are filled, numbers as the language writes them, and an unknown key comes back', () => {
  expect(translateIn('en')('list.found', { n: 12480 })).toBe('12,480 items')
  expect(translateIn('en')('list.found', { n: 1 })).toBe('1 item')
  expect(translateIn('de')('list.found', { n: 12480 })).toMatch(/^12\.480 /)
  expect(translateIn('en')('asset.conflict.versions', { field: 'Name' })).toContain('{theirs}')
  expect(translateIn('en')('constructor')).toBe('constructor')
})

test.each<[string, RegExp]>([
  [
    'en',
    /\b(somebody|deeds?|made no sense|made it|be taken|so already|let them|by itself|has gone down|Present password)\b/i,
  ],
  ['en', /\b(toast|modal|pop-?up|changelog|take out|as the system|set tag|figures)\b/i],
  ['de', /\b(Objekte?n?s?|Schlagw\w+|Betrachter\w*|Kennung|Knöpfe?|Wie das System|zeichnen|Telefone?n?)\b/],
])('one word stands for one thing, and none of the old ones is left (%s: %s)', (language, old) => {
  const left = Object.entries(wordsIn(language as 'en' | 'de')).filter(([, sentence]) => old.test(sentence))
  expect(left).toEqual([])
})

test('sentences are typeset: curly apostrophes and quotes, one ellipsis, no blank too many', () => {
  const odd = LANGUAGES.flatMap((language) =>
    Object.entries(wordsIn(language)).filter(
      ([, text]) => /['"]|\.\.\.| {2}|^ | $/.test(text) || /^[a-z]\w+ .*\.$/.test(text),
    ),
  )
  expect(odd).toEqual([])
})

test('the sentences that the specification fixes stand to the letter', () => {
  const en = Object.values(wordsIn('en'))
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
