export interface AutocompleteOption {
  readonly id: string
  readonly label: string
}

/** Number of options an autocomplete requests, and its default field names (Spec §9). */
export const AUTOCOMPLETE_LIMIT = 5
export const DEFAULT_SEARCH_FIELD = 'search'
export const DEFAULT_DISPLAY_FIELD = 'name'

/** Returns whether `value` is invalid as an initial value: a multi-select requires a list (Spec §8). */
export const isInvalidInitialValue = (value: unknown, multiple: boolean): boolean =>
  multiple && value !== undefined && value !== null && value !== '' && !Array.isArray(value)

/** Returns the distinct ids in a value. Drops non-strings and, for a single value, everything after the first id. */
export function parseChosenIds(value: unknown, multiple: boolean): string[] {
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')
  const distinct = [...new Set(ids)]
  return multiple ? distinct : distinct.slice(0, 1)
}

export const toFilterValue = (ids: readonly string[], multiple: boolean): string[] | string | undefined =>
  multiple ? [...ids] : ids[0]

/** Merges `found` into the known options. The newest label of an id wins. */
export const mergeOptions = (
  known: readonly AutocompleteOption[],
  found: readonly AutocompleteOption[],
): AutocompleteOption[] => [...known.filter(({ id }) => !found.some((option) => option.id === id)), ...found]

export const findUnknownIds = (ids: readonly string[], known: readonly AutocompleteOption[]): string[] =>
  ids.filter((id) => !known.some((option) => option.id === id))

/** Returns the chosen options. An id without a known label is its own label. */
export const toChosenOptions = (ids: readonly string[], known: readonly AutocompleteOption[]): AutocompleteOption[] =>
  ids.map((id) => known.find((option) => option.id === id) ?? { id, label: id })
