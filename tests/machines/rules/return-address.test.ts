import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { safeReturn } from '../../../src/machines/rules/return-address.ts'

const ORIGIN = 'https://atelier.example'

test.each([
  [undefined, '/'],
  ['', '/'],
  ['/assets', '/assets'],
  ['/assets?page=2&filter=%7B%7D#top', '/assets?page=2&filter=%7B%7D#top'],
  ['/signin?to=/assets', '/'],
  ['/signup', '/'],
  ['/forgot', '/'],
  ['/reset-password?id=x', '/'],
  ['/signing', '/signing'],
  ['//[', '/'],
  ['assets', '/'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['/\t/elsewhere.example', '/'],
  ['/./..//elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
])('%s leads to %s', (address, expected) => {
  expect(safeReturn(address, ORIGIN)).toBe(expected)
})

const vectors = resolve(import.meta.dirname, '../../../../shared/data/strings/url-tests.json')
test.skipIf(!existsSync(vectors))('no address of a URL test suite leads off the origin', () => {
  const cases = (JSON.parse(readFileSync(vectors, 'utf8')) as unknown[]).flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'input' in entry ? [String(entry.input)] : [],
  )
  for (const input of cases.flatMap((text) => [text, `/${text}`])) {
    expect(new URL(safeReturn(input, ORIGIN), ORIGIN).origin).toBe(ORIGIN)
  }
})
