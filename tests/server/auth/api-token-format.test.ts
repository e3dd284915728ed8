import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { API_TOKEN_PATTERN, getTokenHint, isApiToken, makeApiToken } from '../../../server/auth/api-token-format.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const numberIn = (text: string) => [...text].reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0)

test('an API token has a format that secret scanners find, and ends with the CRC-32 of its random part', () => {
  const tokens = new Set(Array.from({ length: 500 }, makeApiToken))
  expect(tokens.size).toBe(500)
  for (const token of tokens) {
    expect(token).toMatch(/^atl_[0-9A-Za-z]{46}$/)
    expect(API_TOKEN_PATTERN.exec(`key="${token}";`)?.[0]).toBe(token)
    expect(numberIn(token.slice(-6))).toBe(crc32(token.slice(4, 44)))
    expect(isApiToken(token)).toBe(true)
    expect(getTokenHint(token)).toBe(token.slice(0, 8))
  }
  // Almost every symbol occurs at every position.
  for (let position = 4; position < 44; position++)
    expect(new Set([...tokens].map((token) => token[position])).size).toBeGreaterThan(55)
})

test('accepts an API token whose checksum was computed by an independent implementation', () => {
  expect(isApiToken(`atl_${'0'.repeat(40)}${check('0'.repeat(40))}`)).toBe(true)
})
const check = (text: string) => {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  let left = (crc ^ 0xffffffff) >>> 0
  let digits = ''
  for (; digits.length < 6; left = Math.floor(left / 62)) digits = DIGITS[left % 62] + digits
  return digits
}

test('refuses an API token that was mistyped, truncated or extended', () => {
  const token = makeApiToken()
  for (let position = 4; position < token.length; position++) {
    const other = token[position] === 'a' ? 'b' : 'a'
    expect(isApiToken(token.slice(0, position) + other + token.slice(position + 1))).toBe(false)
  }
  for (const odd of ['', 'atl_', token.slice(0, -1), `${token}a`, ` ${token}`, token.replace('atl_', 'ATL_')])
    expect(isApiToken(odd)).toBe(false)
})
