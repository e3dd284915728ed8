import { expect, test } from 'vitest'
import { computeETagFingerprint, isNotModified } from '../../../server/http/etag.ts'
import { parseRequestedRange } from '../../../server/http/range.ts'

const ETAG = '"one"'
const rangeOf = (headers: Record<string, string>, bytes = 10) =>
  parseRequestedRange({ headers: new Headers(headers) }, ETAG, bytes)

test.each([
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  [' bytes=2-5 ', { start: 2, end: 5 }],
  ['bytes=3-3', { start: 3, end: 3 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=9-', { start: 9, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', undefined],
  ['bytes=5-4', undefined],
  ['bytes=0-1,3-4', undefined],
  ['xbytes=0-1', undefined],
  ['items=0-1', undefined],
  ['bytes=a-1', undefined],
  ['bytes=0-a', undefined],
  ['bytes=0000000000000000-', undefined],
  ['bytes=0-9999999999999999', undefined],
])('the range "%s" of ten bytes is read as %o', (range, expected) => {
  expect(rangeOf({ range })).toEqual(expected)
})

test('a range of an empty file is unsatisfiable, and a request may have none', () => {
  expect(rangeOf({ range: 'bytes=0-' }, 0)).toBe('unsatisfiable')
  expect(rangeOf({ range: 'bytes=-1' }, 0)).toBe('unsatisfiable')
  expect(rangeOf({})).toBe(undefined)
})

test('a range applies only to the version that If-Range names', () => {
  expect(rangeOf({ range: 'bytes=1-', 'if-range': ETAG })).toEqual({ start: 1, end: 9 })
  expect(rangeOf({ range: 'bytes=1-', 'if-range': '"two"' })).toBe(undefined)
})

test.each([
  [undefined, false],
  ['"two"', false],
  ['one', false],
  [ETAG, true],
  [`W/${ETAG}`, true],
  ['*', true],
  [`"two", ${ETAG}`, true],
  ['', false],
])('content is not modified for If-None-Match %s: %s', (tags, expected) => {
  expect(isNotModified({ headers: new Headers(tags === undefined ? {} : { 'if-none-match': tags }) }, ETAG)).toBe(
    expected,
  )
})

test('a fingerprint is the start of the SHA-256 of some content', () => {
  // SHA-256 of "abc" (FIPS 180-2, B.1).
  const sha256 = Buffer.from('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'hex')
  expect(computeETagFingerprint(Buffer.from('abc'))).toBe(sha256.toString('base64url').slice(0, 22))
})
