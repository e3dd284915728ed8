import { expect, test } from 'vitest'
import { replaceSpaces, toLikePattern, toNameKey } from '../../../server/db/values.ts'

test.each([
  ['Élan', 'elan'],
  [' Kiln Jacket ', 'kiln jacket'],
  ['Ki\u00adln\u200b', 'kiln'],
  ['Ｃａｐ', 'cap'],
  ['\u00a0', ''],
])('the name "%s" is sorted as "%s"', (name, key) => {
  expect(toNameKey(name)).toBe(key)
})

test.each([
  ['cap', '%cap%'],
  ['50%', '%50\\%%'],
  ['a_b_c', '%a\\_b\\_c%'],
  ['a\\b', '%a\\\\b%'],
])('the search text "%s" matches itself only, as the pattern "%s"', (text, pattern) => {
  expect(toLikePattern(text)).toBe(pattern)
})

test('a phrase contains a capital instead of each space', () => {
  expect(replaceSpaces('red kiln cap')).toBe('redQkilnQcap')
})
