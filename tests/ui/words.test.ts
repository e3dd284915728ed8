import { expect, test } from 'vitest'
import { ERROR_STATUS } from '../../src/api/contract/errors.ts'
import { commonWords } from '../../src/ui/words/common.ts'
import { tagsWords } from '../../src/ui/words/tags.ts'
import { createSpeech, LANGUAGES } from '../../src/ui/words.ts'
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
  expect(translate('tags.title')).toBe('Schlagwörter')
  expect(translate('action.retry')).toBe('Noch einmal')
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
