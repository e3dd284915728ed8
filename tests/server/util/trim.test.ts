import { describe, expect, test } from 'vitest'
import { trim, trimEnd } from '../../../server/util/trim.ts'

describe('trim', () => {
  test.each([
    ['. a .b. ', 'a .b'],
    ['ab', 'ab'],
    [' . ', ''],
    ['', ''],
  ])('trims %j to %j', (text, trimmed) => {
    expect(trim(text, /[\s.]/)).toBe(trimmed)
  })
})

describe('trimEnd', () => {
  test.each([
    ['https://a.example//', 'https://a.example'],
    ['//', ''],
    ['/a', '/a'],
  ])('trims %j to %j', (text, trimmed) => {
    expect(trimEnd(text, /\//)).toBe(trimmed)
  })
})
