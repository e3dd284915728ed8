import { expect, test } from 'vitest'
import { toLookAlikeKey } from '../../../server/db/look-alike-key.ts'

test.each([
  ['case', 'Kiln', 'kILN'],
  ['an accent', 'Élan', 'Elan'],
  ['a zero-width space', 'Kiln jacket', 'Kiln\u200b jacket'],
  ['a soft hyphen', 'Kiln', 'Ki\u00adln'],
  ['a word joiner', 'Kiln', 'Kiln\u2060'],
  ['a variation selector', 'Star \u2b50', 'Star \u2b50\ufe0f'],
  ['a Hangul filler', 'Kiln', 'Kiln\u3164'],
  ['white space', 'Kiln jacket', 'Kiln\u00a0\u2003jacket'],
  ['a Cyrillic letter', 'Kiln jacket', 'Kiln j\u0430cket'],
  ['a Cyrillic capital', 'Kiln', '\u041ailn'],
  ['a Cyrillic capital that looks like an I', 'Ice', '\u0406ce'],
  ['a Cyrillic letter whose capital is the look-alike', 'Bar', '\u0432ar'],
  ['a Greek letter', 'Boot', 'B\u03bf\u03bft'],
  ['full-width letters', 'Boot', '\uff22\uff4f\uff4f\uff54'],
  ['mathematical letters', 'Boot', '\u{1d401}\u{1d428}\u{1d428}\u{1d42d}'],
])('gives the same look-alike key to names that differ only by %s', (_what, one, other) => {
  expect(toLookAlikeKey(other)).toBe(toLookAlikeKey(one))
})

test.each([
  ['barn', 'bam'],
  ['O2', '02'],
  ['Level 1', 'Level l'],
  ['\u043a\u043e\u0444\u0435', '\u043a\u0438\u0442'],
  ['\u5e06', '\u5e03'],
  ['Kiln jacket', 'Kilnjacket'],
])('gives the names "%s" and "%s" different look-alike keys', (one, other) => {
  expect(toLookAlikeKey(other)).not.toBe(toLookAlikeKey(one))
})
