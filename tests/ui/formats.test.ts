import { expect, test } from 'vitest'
import { formatBytes } from '../../src/ui/format-bytes.ts'
import { formatDecimals, formatPercent, getDateFormatter, getNumberFormatter } from '../../src/ui/formats.ts'
import { LANGUAGES } from '../../src/ui/language.ts'
import { readAllMessages } from '../support/translate.ts'

const AT = new Date('2026-03-05T14:30:00Z')

test.each([
  ['en', ['1,234,567', '1.0', '64%', '1.4 KB', '5 Mar 2026']],
  ['de', ['1.234.567', '1,0', '64\u00a0%', '1,4 KB', '05.03.2026']],
] as const)('formats numbers, percentages, byte sizes and dates in the language “%s”', (language, expected) => {
  expect([
    getNumberFormatter(language).format(1_234_567),
    formatDecimals(1, language, 1),
    formatPercent(0.64, language),
    formatBytes(1434, language),
    getDateFormatter(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(AT),
  ]).toEqual(expected)
})

test('messages write percentages without a space in English and with a space in German', () => {
  const wrongSpacing = { en: /[\s\u00a0]%/, de: /[^\s\u00a0]%/ }
  const wrong = LANGUAGES.flatMap((language) =>
    Object.entries(readAllMessages(language)).filter(([, sentence]) => wrongSpacing[language].test(sentence)),
  )
  expect(wrong).toEqual([])
})
