import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'atl_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Of 62 kinds each: 238 bits. */
const RANDOM_LENGTH = 40
const CHECK_LENGTH = 6

/** What a scanner for secrets looks for; what is found is one of ours if {@link isApiToken} says so. */
export const API_TOKEN_PATTERN = /\batl_[0-9A-Za-z]{46}\b/

const WHOLE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`)

/** Makes a token: `atl_`, 40 random characters, and the CRC-32 of these in base 62, as six. */
export function makeApiToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return `${PREFIX}${random}${checkOf(random)}`
}

/** Whether a text has the form of a token and its check is right: what was cut off or mistyped is told without a look-up. */
export function isApiToken(text: string): boolean {
  if (!WHOLE.test(text)) return false
  const random = text.slice(PREFIX.length, -CHECK_LENGTH)
  return text.endsWith(checkOf(random))
}

/** As much of a token as may be shown. */
export const hintOf = (token: string): string => token.slice(0, PREFIX.length + 4)

function checkOf(text: string): string {
  let left = crc32(text)
  let check = ''
  for (let i = 0; i < CHECK_LENGTH; i++) {
    check = DIGITS[left % DIGITS.length] + check
    left = Math.floor(left / DIGITS.length)
  }
  return check
}
