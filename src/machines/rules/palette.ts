import * as v from 'valibot'

/** What an asset's picture and the few lines beside it are drawn from. */
const AssetFacts = v.object({
  type: v.string(),
  iconUrl: v.optional(v.string()),
  locked: v.boolean(),
  bytes: v.number(),
  updatedAt: v.string(),
})

/** Something a person can be led to by its name. */
export const Thing = v.object({
  /** Unique among all: "asset/…", "tag/…", "application/…", "user/…", "page/…". */
  id: v.string(),
  kind: v.picklist(['asset', 'tag', 'application', 'user', 'page']),
  label: v.string(),
  /** The address it leads to, within the app. */
  to: v.string(),
  /** What else it is found by, as an asset is by its id, a user by their address. */
  words: v.optional(v.string()),
  asset: v.optional(AssetFacts),
  tag: v.optional(v.object({ color: v.string(), count: v.number() })),
})
export type Thing = v.InferOutput<typeof Thing>

/** What can be looked for: a thing, or an action. */
export interface Findable {
  id: string
  label: string
  words?: string | undefined
}

/** A thing with its words as they are compared. */
export interface Entry<T extends Findable> {
  thing: T
  label: string
  words: string
}

/** What the server found for a text; `isWhole`: there is no more of it. */
export interface FoundThings {
  things: readonly Thing[]
  isWhole: boolean
}

/** How many things are held at most; those that were found longest ago go first. */
export const MOST_HELD = 10_000

/** How many recent things are remembered. */
export const MOST_RECENT = 8

/** A text as it is compared: neither capitals nor accents tell words apart. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Makes a thing ready to be looked for. */
export const entryOf = <T extends Findable>(thing: T): Entry<T> => ({
  thing,
  label: folded(thing.label),
  words: folded(thing.words ?? ''),
})

/** What is held once more was found for a text: the newer of each; what a whole answer lacks is gone. */
export function withFoundThings(
  held: readonly Entry<Thing>[],
  text: string,
  { things, isWhole }: FoundThings,
): readonly Entry<Thing>[] {
  const found = new Set(things.map(({ id }) => id))
  const wanted = folded(text)
  const wasDeleted = ({ label, words }: Entry<Thing>) =>
    isWhole && wanted !== '' && (label.includes(wanted) || words.includes(wanted))
  const kept = held.filter((entry) => !found.has(entry.thing.id) && !wasDeleted(entry))
  return [...things.map(entryOf), ...kept].slice(0, MOST_HELD)
}

/** What stands before the rest, the better the higher: the name itself, its beginning, a word's, anywhere, elsewhere. */
const [WHOLE, BEGINNING, WORD, WITHIN, ELSEWHERE] = [16, 8, 4, 2, 1]

/** How well an entry answers words that were typed; 0 where one of them is nowhere in it. */
export function rankOf({ label, words }: Pick<Entry<Findable>, 'label' | 'words'>, wanted: readonly string[]): number {
  let rank = 0
  for (const word of wanted) {
    const at = label.indexOf(word)
    if (at === 0) rank += label.length === word.length ? WHOLE : BEGINNING
    else if (at > 0) rank += isWordAt(label, at) || label.includes(` ${word}`) ? WORD : WITHIN
    else if (words.includes(word)) rank += ELSEWHERE
    else return 0
  }
  return rank
}

const isWordAt = (label: string, at: number) => !/[\p{L}\p{N}]/u.test(label[at - 1] ?? '')

/**
 * The best `most` answers to a text, best first; recent ones before others that answer as well, shorter names before
 * longer ones. All, in their own order, where nothing is typed.
 */
export function findThings<T extends Findable>(
  entries: readonly Entry<T>[],
  text: string,
  most: number,
  recent: ReadonlySet<string> = new Set(),
): T[] {
  const wanted = folded(text).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return entries.slice(0, most).map(({ thing }) => thing)
  const found: { entry: Entry<T>; rank: number }[] = []
  for (const entry of entries) {
    const rank = rankOf(entry, wanted)
    if (rank > 0) found.push({ entry, rank: rank * 2 + (recent.has(entry.thing.id) ? 1 : 0) })
  }
  return found
    .sort((a, b) => b.rank - a.rank || a.entry.label.length - b.entry.label.length || compare(a.entry, b.entry))
    .slice(0, most)
    .map(({ entry }) => entry.thing)
}

const compare = (a: Entry<Findable>, b: Entry<Findable>) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0)

/** The recent things once another was gone to: that first, each once. */
export const withRecent = (recent: readonly Thing[], thing: Thing): readonly Thing[] =>
  [thing, ...recent.filter(({ id }) => id !== thing.id)].slice(0, MOST_RECENT)

/** What was kept of recent things; nothing where it cannot be read. */
export function readRecent(kept: unknown): readonly Thing[] {
  const read = v.safeParse(v.array(Thing), kept)
  return read.success ? read.output.slice(0, MOST_RECENT) : []
}

/** A name in parts, those first that stand for what was typed: for "kiln", [["Kiln", true], [" Jacket", false]]. */
export function markedParts(label: string, text: string): (readonly [part: string, isMarked: boolean])[] {
  const wanted = folded(text).split(/\s+/).filter(Boolean)
  // Letters one by one: folding may shorten a name, and a mark must stand where it is read.
  const letters = [...label]
  const plain = letters.map((letter) => folded(letter) || ' ')
  const isMarked = letters.map(() => false)
  for (const word of wanted) {
    const at = plain.join('').indexOf(word)
    if (at < 0 || plain.join('').length !== letters.length) continue
    isMarked.fill(true, at, at + word.length)
  }
  const parts: [string, boolean][] = []
  for (const [index, letter] of letters.entries()) {
    const last = parts.at(-1)
    if (last && last[1] === isMarked[index]) last[0] += letter
    else parts.push([letter, isMarked[index] ?? false])
  }
  return parts
}

/** The text that is looked for, and whether `>` before it asks for actions alone. */
export function readWanted(typed: string): { text: string; isForActions: boolean } {
  const trimmed = typed.trimStart()
  return trimmed.startsWith('>')
    ? { text: trimmed.slice(1).trim(), isForActions: true }
    : { text: typed.trim(), isForActions: false }
}
