/** One thing an autocomplete can choose, by its id, with the words it is shown by. */
export interface Found {
  readonly id: string
  readonly label: string
}

/** How many an autocomplete asks for, and the field names it uses unless told otherwise (Spec §9). */
export const AUTOCOMPLETE_LIMIT = 5
export const SEARCH_FIELD = 'search'
export const DISPLAY_FIELD = 'name'

/** Whether `value` is none that an autocomplete can start from: of several values it takes a list (Spec §8). */
export const isOddValue = (value: unknown, multiple: boolean): boolean =>
  multiple && value !== undefined && value !== null && value !== '' && !Array.isArray(value)

/** The ids a value stands for; what is no text is left out, and one that takes a single value keeps the first. */
export function idsOf(value: unknown, multiple: boolean): string[] {
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')
  const once = [...new Set(ids)]
  return multiple ? once : once.slice(0, 1)
}

/** The value of a filter that has `ids` chosen. */
export const filterValue = (ids: readonly string[], multiple: boolean): string[] | string | undefined =>
  multiple ? [...ids] : ids[0]

/** What is known, with `found` beside it; the newest words of an id stand. */
export const withFound = (known: readonly Found[], found: readonly Found[]): Found[] => [
  ...known.filter(({ id }) => !found.some((one) => one.id === id)),
  ...found,
]

/** The ids nothing is known of yet. */
export const unknownIds = (ids: readonly string[], known: readonly Found[]): string[] =>
  ids.filter((id) => !known.some((one) => one.id === id))

/** The chosen ids with their words; one that could not be looked up shows its id. */
export const chosenOf = (ids: readonly string[], known: readonly Found[]): Found[] =>
  ids.map((id) => known.find((one) => one.id === id) ?? { id, label: id })
