import * as v from 'valibot'

const AssetFacts = v.object({
  type: v.string(),
  iconUrl: v.optional(v.string()),
  locked: v.boolean(),
  bytes: v.number(),
  updatedAt: v.string(),
})

/** Item that the palette navigates to. */
export const SearchTarget = v.object({
  /** Unique across kinds: "asset/…", "tag/…", "application/…", "user/…", "page/…". */
  id: v.string(),
  kind: v.picklist(['asset', 'tag', 'application', 'user', 'page']),
  label: v.string(),
  /** Target URL within the app. */
  to: v.string(),
  /** Additional search text, such as an asset's id or a user's e-mail address. */
  words: v.optional(v.string()),
  asset: v.optional(AssetFacts),
  tag: v.optional(v.object({ color: v.string(), count: v.number() })),
})
export type SearchTarget = v.InferOutput<typeof SearchTarget>

export interface Searchable {
  id: string
  label: string
  words?: string | undefined
}

/** Item with its normalised text. */
export interface SearchEntry<T extends Searchable> {
  thing: T
  label: string
  words: string
}

/** Search result of the server. `isWhole`: the result is complete. */
export interface SearchResult {
  things: readonly SearchTarget[]
  isWhole: boolean
}

/** Maximum number of cached items. The least recently found are evicted. */
export const MAX_CACHED_ENTRIES = 10_000

export const MAX_RECENT_TARGETS = 8

/** Normalises text for comparison, ignoring case and accents. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

export const toSearchEntry = <T extends Searchable>(thing: T): SearchEntry<T> => ({
  thing,
  label: foldText(thing.label),
  words: foldText(thing.words ?? ''),
})

/**
 * Merges a search result into the cache, newest first. If the result is complete, cached matches that the result lacks count as
 * deleted and are removed.
 */
export function mergeSearchResult(
  cached: readonly SearchEntry<SearchTarget>[],
  text: string,
  { things, isWhole }: SearchResult,
): readonly SearchEntry<SearchTarget>[] {
  const foundIds = new Set(things.map(({ id }) => id))
  const needle = foldText(text)
  const wasDeleted = ({ label, words }: SearchEntry<SearchTarget>) =>
    isWhole && needle !== '' && (label.includes(needle) || words.includes(needle))
  const remaining = cached.filter((entry) => !foundIds.has(entry.thing.id) && !wasDeleted(entry))
  return [...things.map(toSearchEntry), ...remaining].slice(0, MAX_CACHED_ENTRIES)
}

/** Match scores, best first: whole name, start of the name, start of a word, within a word, in the additional text. */
const [WHOLE, BEGINNING, WORD, WITHIN, ELSEWHERE] = [16, 8, 4, 2, 1]

/** Scores an entry against the typed words. Returns 0 if a word is missing. */
export function scoreEntry(
  { label, words }: Pick<SearchEntry<Searchable>, 'label' | 'words'>,
  terms: readonly string[],
): number {
  let rank = 0
  for (const word of terms) {
    const index = label.indexOf(word)
    if (index === 0) rank += label.length === word.length ? WHOLE : BEGINNING
    else if (index > 0) rank += isWordAt(label, index) || label.includes(` ${word}`) ? WORD : WITHIN
    else if (words.includes(word)) rank += ELSEWHERE
    else return 0
  }
  return rank
}

const isWordAt = (label: string, index: number) => !/[\p{L}\p{N}]/u.test(label[index - 1] ?? '')

/**
 * Returns up to `limit` matches, best first. Recent items win ties, then shorter names. Without text, returns the first entries
 * in their order.
 */
export function searchEntries<T extends Searchable>(
  entries: readonly SearchEntry<T>[],
  text: string,
  limit: number,
  recent: ReadonlySet<string> = new Set(),
): T[] {
  const terms = foldText(text).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return entries.slice(0, limit).map(({ thing }) => thing)
  const matches: { entry: SearchEntry<T>; rank: number }[] = []
  for (const entry of entries) {
    const rank = scoreEntry(entry, terms)
    if (rank > 0) matches.push({ entry, rank: rank * 2 + (recent.has(entry.thing.id) ? 1 : 0) })
  }
  return matches
    .sort((a, b) => b.rank - a.rank || a.entry.label.length - b.entry.label.length || compare(a.entry, b.entry))
    .slice(0, limit)
    .map(({ entry }) => entry.thing)
}

const compare = (a: SearchEntry<Searchable>, b: SearchEntry<Searchable>) =>
  a.label < b.label ? -1 : a.label > b.label ? 1 : 0

export const withRecent = (recent: readonly SearchTarget[], thing: SearchTarget): readonly SearchTarget[] =>
  [thing, ...recent.filter(({ id }) => id !== thing.id)].slice(0, MAX_RECENT_TARGETS)

/** Reads stored recent items. Returns an empty list if they are invalid. */
export function readRecent(stored: unknown): readonly SearchTarget[] {
  const parsed = v.safeParse(v.array(SearchTarget), stored)
  return parsed.success ? parsed.output.slice(0, MAX_RECENT_TARGETS) : []
}

/** Splits a name into matched and unmatched parts: for "kiln", [["Kiln", true], [" Jacket", false]]. */
export function splitByMatch(label: string, text: string): (readonly [part: string, isMarked: boolean])[] {
  const terms = foldText(text).split(/\s+/).filter(Boolean)
  // Normalised letter by letter, because normalising may shorten the whole name, and the matches would shift.
  const characters = [...label]
  const folded = characters.map((character) => foldText(character) || ' ')
  const isMarked = characters.map(() => false)
  for (const word of terms) {
    const index = folded.join('').indexOf(word)
    if (index < 0 || folded.join('').length !== characters.length) continue
    isMarked.fill(true, index, index + word.length)
  }
  const parts: [string, boolean][] = []
  for (const [index, character] of characters.entries()) {
    const last = parts.at(-1)
    if (last && last[1] === isMarked[index]) last[0] += character
    else parts.push([character, isMarked[index] ?? false])
  }
  return parts
}

/** Parses typed text. A leading `>` searches actions only. */
export function parseSearchText(typed: string): { text: string; isForActions: boolean } {
  const trimmed = typed.trimStart()
  return trimmed.startsWith('>')
    ? { text: trimmed.slice(1).trim(), isForActions: true }
    : { text: typed.trim(), isForActions: false }
}
