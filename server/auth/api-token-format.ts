import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'atl_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Number of random characters in a token. 40 characters out of 62 symbols are 238 bits. */
const RANDOM_LENGTH = 40
const CHECKSUM_LENGTH = 6

/** Pattern for secret scanners. A match is one of our tokens only if {@link isApiToken} accepts it. */
export const API_TOKEN_PATTERN = /\batl_[0-9A-Za-z]{46}\b/

const API_TOKEN_REGEX = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/** Creates a token: `atl_`, 40 random characters, and their CRC-32 as six base-62 digits. */
export function makeApiToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return `${PREFIX}${random}${tokenChecksum(random)}`
}

/**
 * Returns whether a text has the form of a token and a valid checksum. Truncated or mistyped tokens fail without a database
 * query.
 */
export function isApiToken(text: string): boolean {
  if (!API_TOKEN_REGEX.test(text)) return false
  const random = text.slice(PREFIX.length, -CHECKSUM_LENGTH)
  return text.endsWith(tokenChecksum(random))
}

export const getTokenHint = (token: string): string => token.slice(0, PREFIX.length + 4)

function tokenChecksum(text: string): string {
  let remainder = crc32(text)
  let check = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    check = DIGITS[remainder % DIGITS.length] + check
    remainder = Math.floor(remainder / DIGITS.length)
  }
  return check
}
