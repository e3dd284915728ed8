import type { Filter } from '../../api/contract/list.ts'
import { countActive, preselectedOf, withoutPreselected } from '../../machines/rules/filters.ts'
import type { Choice } from '../kit/Option.tsx'
import type { Translate } from '../words.ts'
import type { FilterDefinition } from './definition.ts'

/** A filter's options as the kit's choices. */
export const choicesOf = ({ options = [] }: FilterDefinition, translate: Translate): Choice[] =>
  options.map(({ value, label, icon, pigment }) => ({ id: value, label: translate(label), icon, pigment }))

/** A filter's value as the ids chosen. */
export const valuesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : value ? [String(value)] : []

/** The filters that are shown: one of a single option can be left out. */
export const shownFilters = (filters: readonly FilterDefinition[]): FilterDefinition[] =>
  filters.filter(({ hiddenWithOneOption, options }) => !hiddenWithOneOption || !options || options.length > 1)

/** How many of `filters` are set. */
export const countSet = (filters: readonly FilterDefinition[], filter: Filter): number =>
  countActive(Object.fromEntries(filters.map(({ field }) => [field, filter[field]])))

/** Whether clearing would change anything: what is preselected comes back by itself. */
export const canClear = (filters: readonly FilterDefinition[], filter: Filter): boolean =>
  countActive(withoutPreselected(filter, preselectedOf(filters))) > 0

/** The words of what is looked for: text in quotes, options by their labels, what was searched for by its filter's name. */
export function describeFilter(filters: readonly FilterDefinition[], filter: Filter, translate: Translate): string[] {
  return filters.flatMap((definition) => {
    const choices = choicesOf(definition, translate)
    if (definition.type === 'autocomplete' && filter[definition.field]) return [translate(definition.placeholder)]
    return valuesOf(filter[definition.field]).map(
      (value) => choices.find(({ id }) => id === value)?.label ?? `“${value}”`,
    )
  })
}
