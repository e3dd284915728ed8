import { rectifyConfusion } from 'unicode-confusables'
import { toNameKey } from './values.ts'

/**
 * Returns a key shared by names that a reader cannot distinguish. Such names differ only by case, accents, invisible characters,
 * white space, or letters of another script (UTS #39 skeleton). ASCII characters are unchanged, so "barn" and "bam" remain two
 * names. The key is only for comparing.
 */
export const toLookAlikeKey = (name: string): string =>
  [...toNameKey(name)].map(toPrototype).join('').replace(/\s+/g, ' ').trim()

/**
 * Returns the ASCII characters that a folded character looks like, in lower case or else in upper case. If there are none,
 * returns the character's UTS #39 prototype.
 */
function toPrototype(character: string): string {
  if (isAscii(character)) return character
  const prototype = toNameKey(rectifyConfusion(character))
  if (isAscii(prototype)) return prototype
  const capitalPrototype = toNameKey(rectifyConfusion(character.toUpperCase()))
  return isAscii(capitalPrototype) ? capitalPrototype : prototype
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)
