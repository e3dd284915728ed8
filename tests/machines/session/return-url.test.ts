import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { toSafeReturnUrl } from '../../../src/machines/session/return-url.ts'

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
])('redirects for the requested return URL %s to %s', (address, expected) => {
  expect(toSafeReturnUrl(address, ORIGIN)).toBe(expected)
})

const vectors = resolve(import.meta.dirname, '../../../../shared/data/strings/url-tests.json')
test.skipIf(!existsSync(vectors))('stays on its own origin for every return URL of a URL test suite', () => {
  const cases = (JSON.parse(readFileSync(vectors, 'utf8')) as unknown[]).flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'input' in entry ? [String(entry.input)] : [],
  )
  for (const input of cases.flatMap((text) => [text, `/${text}`])) {
    expect(new URL(toSafeReturnUrl(input, ORIGIN), ORIGIN).origin).toBe(ORIGIN)
  }
})
