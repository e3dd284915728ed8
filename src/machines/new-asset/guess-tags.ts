import { splitWords } from './guess-asset.ts'

export interface NamedTag {
  readonly id: string
  readonly label: string
}

/** Maximum number of suggested tags, so that the list is read at a glance. */
export const MAX_SUGGESTED_TAGS = 5

/** Words without meaning for tags: versions, sides, and default names of 3D software. */
const STOP_WORDS = new Set(
  'a an and asset copy cube default final for geo l left lod low high material mesh model new node object of part plane poly r right scene sphere test the untitled v'.split(
    ' ',
  ),
)

/** Returns up to 6 distinct words of a model that may name a tag, those from the file name first. */
export const pickSignificantWords = (fileName: string, parts: readonly string[]): readonly string[] => {
  const words = [fileName, ...parts].flatMap(splitWords).map(stemOf)
  return [...new Set(words.filter((word) => word.length > 1 && !STOP_WORDS.has(word)))].slice(0, MAX_SEARCH_WORDS)
}
const MAX_SEARCH_WORDS = 6

/**
 * Suggests tags whose words all appear in the file name, then those whose words also appear in mesh or material names. Longer
 * tags come first. Only whole words match, plurals match singulars. A suggestion is never applied automatically.
 */
export function guessTags<T extends NamedTag>(fileName: string, parts: readonly string[], tags: readonly T[]): T[] {
  const fileWords = new Set(splitWords(fileName).map(stemOf))
  const allWords = new Set([...fileWords, ...parts.flatMap(splitWords).map(stemOf)])
  const matches = tags.flatMap((tag) => {
    const words = splitWords(tag.label).map(stemOf)
    if (words.length === 0 || words.every((word) => STOP_WORDS.has(word))) return []
    if (!words.every((word) => allWords.has(word))) return []
    return [{ tag, isOfFile: words.every((word) => fileWords.has(word)), length: words.length }]
  })
  return matches
    .sort((a, b) => Number(b.isOfFile) - Number(a.isOfFile) || b.length - a.length)
    .slice(0, MAX_SUGGESTED_TAGS)
    .map(({ tag }) => tag)
}

/** Reduces a plural: "boots" → "boot". Leaves short words and words in "ss" unchanged. */
const stemOf = (word: string) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word)
