import * as v from 'valibot'
import type { FieldMessageKey } from './field-message-key.ts'

/**
 * Characters not allowed in a line of text: control characters, line and paragraph separators, direction marks (Unicode UAX #9),
 * and lone surrogates. Joiners (U+200C, U+200D) are allowed, because some scripts and emoji need them.
 */
const UNSAFE_CHARACTERS = '[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]'
const ANY_UNSAFE_CHARACTER = new RegExp(UNSAFE_CHARACTERS, 'u')
const ALL_UNSAFE_CHARACTERS = new RegExp(UNSAFE_CHARACTERS, 'gu')

/** A visible character: letter, number, punctuation or symbol. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

export const isSafeText = (text: string): boolean => !ANY_UNSAFE_CHARACTER.test(text)

export const stripUnsafeCharacters = (text: string): string => text.replace(ALL_UNSAFE_CHARACTERS, '')

/** Returns whether a text has at most `maxLength` characters, a surrogate pair counted as one. */
const isWithin = (text: string, maxLength: number): boolean =>
  text.length <= maxLength || (text.length <= 2 * maxLength && [...text].length <= maxLength)

export interface TextLineMessageKeys {
  missing?: FieldMessageKey
  tooLong?: FieldMessageKey
  odd?: FieldMessageKey
}

/** A line of text that may be empty: trimmed, at most `maxLength` characters, without disallowed characters. */
export const optionalTextLine = (maxLength: number, { tooLong, odd }: TextLineMessageKeys = {}) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.description(`At most ${maxLength} characters, no control or direction characters.`),
    v.check((text) => isWithin(text, maxLength), tooLong ?? `At most ${maxLength} characters.`),
    v.check(isSafeText, odd ?? 'No control or direction characters.'),
  )

/** A line of text, such as a name: trimmed, 1 to `maxLength` characters, without disallowed characters, at least one visible. */
export const textLine = (maxLength: number, messageKeys: TextLineMessageKeys = {}) =>
  v.pipe(
    optionalTextLine(maxLength, messageKeys),
    v.check(
      (text) => text !== '' && (VISIBLE.test(text) || !isSafeText(text)),
      messageKeys.missing ?? 'This is missing.',
    ),
  )

/** Maximum length of a search text, in characters. */
export const MAX_SEARCH_LENGTH = 200

/** A search text. It is never displayed or stored, so disallowed characters are removed rather than refused. */
export const SearchText = v.pipe(v.string(), v.maxLength(MAX_SEARCH_LENGTH), v.transform(stripUnsafeCharacters))

/** Id of a stored item: 1 to 128 characters, none of them disallowed. */
export const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(128), v.check(isSafeText, 'This is not an id.'))

/** A token or link id: letters, digits and `_.~+/=-`. `maxLength` is the maximum length in characters. */
export const secretText = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength), v.regex(/^[\w.~+/=-]*$/))

/** A time in the format of the responses: ISO 8601 UTC, to the millisecond. */
export const Timestamp = v.pipe(
  v.string(),
  v.maxLength(24),
  v.isoTimestamp(),
  v.check((text) => new Date(text).getTime() >= 0, 'This is not a valid date and time.'),
)

/** Maximum number of ids per call. */
export const MAX_IDS = 1000

export const Ids = v.pipe(v.array(Id), v.maxLength(MAX_IDS))
