import { expect, test } from 'vitest'
import { formatNumber as early } from '../../src/early/stubs.tsx'
import { formatNumber } from '../../src/ui/format-number.ts'
import { LANGUAGES } from '../../src/ui/language.ts'

test.each(LANGUAGES)('formats numbers on the prerendered page as the app does, in %s', (language) => {
  for (const n of [0, 1, 999, 1000, 9999, 10_000, 123_456, 1_000_000, 98_765_432])
    expect(early(n, language)).toBe(formatNumber(n, language))
  // File sizes in KB and MB.
  for (let bytes = 1; bytes < 1024 ** 3; bytes = Math.ceil(bytes * 1.0173))
    for (const size of [bytes / 1024, bytes / 1024 ** 2])
      expect(early(size, language, 1)).toBe(formatNumber(size, language, 1))
})
