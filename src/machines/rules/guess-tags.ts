import { wordsIn } from './guess-asset.ts'

/** A tag by its id and what it is called. */
export interface NamedTag {
  readonly id: string
  readonly label: string
}

/** So many tags are suggested: more would have to be read. */
export const MOST_SUGGESTED = 5

/** Words that name nothing an asset is like: versions, sides, and what programs call parts by themselves. */
const EMPTY_WORDS = new Set(
  'a an and asset copy cube default final for geo l left lod low high material mesh model new node object of part plane poly r right scene sphere test the untitled v'.split(
    ' ',
  ),
)

/** The words of a model that may name a tag, those of its file first, each once; the likeliest 6. */
export const tellingWords = (fileName: string, parts: readonly string[]): readonly string[] => {
  const words = [fileName, ...parts].flatMap(wordsIn).map(stemOf)
  return [...new Set(words.filter((word) => word.length > 1 && !EMPTY_WORDS.has(word)))].slice(0, MOST_WORDS)
}
const MOST_WORDS = 6

/**
 * Which tags a model suggests: those whose every word stands in the name of its file, then those whose words stand in what
 * its parts and materials are called too; the longer first. A word inside another suggests nothing, and a plural is its
 * singular. They are only suggested: a tag is never sure.
 */
export function guessTags<T extends NamedTag>(fileName: string, parts: readonly string[], tags: readonly T[]): T[] {
  const ofFile = new Set(wordsIn(fileName).map(stemOf))
  const ofAll = new Set([...ofFile, ...parts.flatMap(wordsIn).map(stemOf)])
  const found = tags.flatMap((tag) => {
    const words = wordsIn(tag.label).map(stemOf)
    if (words.length === 0 || words.every((word) => EMPTY_WORDS.has(word))) return []
    if (!words.every((word) => ofAll.has(word))) return []
    return [{ tag, isOfFile: words.every((word) => ofFile.has(word)), length: words.length }]
  })
  return found
    .sort((a, b) => Number(b.isOfFile) - Number(a.isOfFile) || b.length - a.length)
    .slice(0, MOST_SUGGESTED)
    .map(({ tag }) => tag)
}

/** "boots" → "boot"; what is short, or ends in "ss", stays. */
const stemOf = (word: string) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word)
