import * as v from 'valibot'

/**
 * What no line of text may hold: control characters, ends of lines and paragraphs, what turns the direction of the text
 * around it (Unicode UAX #9), and half a surrogate pair. Joiners (U+200C, U+200D) may stand: scripts and emoji need them.
 */
const ODD = '[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]'
const HOLDS_ODD = new RegExp(ODD, 'u')
const EVERY_ODD = new RegExp(ODD, 'gu')

/** Something that can be seen: a letter, a number, a sign. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text holds nothing that a line of text may not hold. */
export const isPlain = (text: string): boolean => !HOLDS_ODD.test(text)

/** The text without what a line of text may not hold. */
export const plain = (text: string): string => text.replace(EVERY_ODD, '')

/** Whether a text has at most so many characters, a surrogate pair counted as one. */
const isWithin = (text: string, most: number): boolean =>
  text.length <= most || (text.length <= 2 * most && [...text].length <= most)

/** What is said of a line of text that cannot be taken: keys of sentences. */
export interface LineWords {
  missing?: string
  tooLong?: string
  odd?: string
}

/** A line of text that may be empty: trimmed, at most `most` characters, none of them odd. */
export const optionalLine = (most: number, { tooLong, odd }: LineWords = {}) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.description(`At most ${most} characters, no control or direction characters.`),
    v.check((text) => isWithin(text, most), tooLong ?? `At most ${most} characters.`),
    v.check(isPlain, odd ?? 'No control or direction characters.'),
  )

/** A line of text, such as a name: trimmed, 1 to `most` characters, none of them odd and one of them visible. */
export const lineOfText = (most: number, words: LineWords = {}) =>
  v.pipe(
    optionalLine(most, words),
    v.check((text) => text !== '' && (VISIBLE.test(text) || !isPlain(text)), words.missing ?? 'This is missing.'),
  )

/** The most characters of a text that is searched for. */
export const MAX_SEARCH = 200

/** What is searched for. It is never shown or kept, so what a line of text may not hold is left out rather than refused. */
export const SearchText = v.pipe(v.string(), v.maxLength(MAX_SEARCH), v.transform(plain))

/** The name of a thing in the store: whatever it is, it is short and holds nothing odd. */
export const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(128), v.check(isPlain, 'This is not an id.'))

/** A token or the id of a link, as it was handed out: base64url and dots. `most` is its greatest length in characters. */
export const secretOf = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^[\w.~+/=-]*$/))

/** A moment as answers give it: ISO 8601 UTC, to the millisecond. */
export const Moment = v.pipe(
  v.string(),
  v.maxLength(24),
  v.isoTimestamp(),
  v.check((text) => new Date(text).getTime() >= 0, 'This is not a moment.'),
)

/** The most ids one call takes. */
export const MOST_IDS = 1000

/** Several ids. */
export const Ids = v.pipe(v.array(Id), v.maxLength(MOST_IDS))
