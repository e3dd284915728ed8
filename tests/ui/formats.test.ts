import { expect, test } from 'vitest'
import { formatBytes } from '../../src/ui/bytes.ts'
import { dateFormat, formatDecimals, formatPercent, numberFormat } from '../../src/ui/formats.ts'
import { LANGUAGES } from '../../src/ui/language.ts'
import { wordsIn } from '../support/translate.ts'

const AT = new Date('2026-03-05T14:30:00Z')

test.each([
  ['en', ['1,234,567', '1.0', '64%', '1.4 KB', '5 Mar 2026']],
  ['de', ['1.234.567', '1,0', '64\u00a0%', '1,4 KB', '05.03.2026']],
] as const)('numbers, shares, sizes and days as %s writes them', (language, written) => {
  expect([
    numberFormat(language).format(1_234_567),
    formatDecimals(1, language, 1),
    formatPercent(0.64, language),
    formatBytes(1434, language),
    dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(AT),
  ]).toEqual(written)
})

test('a share in a sentence stands as its language writes it: 64% in English, 64 % in German', () => {
  const odd = { en: /[\s\u00a0]%/, de: /[^\s\u00a0]%/ }
  const wrong = LANGUAGES.flatMap((language) =>
    Object.entries(wordsIn(language)).filter(([, sentence]) => odd[language].test(sentence)),
  )
  expect(wrong).toEqual([])
})
