import type { Filter } from '../../../api/contract/list.ts'
import { countFilterFields, preselectedOf, withoutPreselected } from '../../../machines/rules/filters.ts'
import type { Choice } from '../../kit/fields/ListBoxOption.tsx'
import type { Translate } from '../../messages.ts'
import type { FilterDefinition } from '../definition.ts'
import { translateLabel } from '../label.ts'

/** Converts a filter's options to the kit's choices. */
export const toChoices = ({ options = [] }: FilterDefinition, translate: Translate): Choice[] =>
  options.map(({ value, label, icon, pigment }) => ({
    id: value,
    label: translateLabel(label, translate),
    icon,
    pigment,
  }))

/** Converts a filter's value to the chosen ids. */
export const toValueList = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : value ? [String(value)] : []

/** Returns the visible filters, without those that are hidden for lack of a second option. */
export const getVisibleFilters = (filters: readonly FilterDefinition[]): FilterDefinition[] =>
  filters.filter(({ hiddenWithOneOption, options }) => !hiddenWithOneOption || !options || options.length > 1)

/** Returns how many of `filters` are set. */
export const countSetFilters = (filters: readonly FilterDefinition[], filter: Filter): number =>
  countFilterFields(Object.fromEntries(filters.map(({ field }) => [field, filter[field]])))

/** Returns whether "Clear" would change anything. Preselected values are restored on clearing and do not count. */
export const canClearFilters = (filters: readonly FilterDefinition[], filter: Filter): boolean =>
  countFilterFields(withoutPreselected(filter, preselectedOf(filters))) > 0

/** Describes the active filters: text in quotes, options by label, autocomplete by the filter's name. */
export function describeFilter(filters: readonly FilterDefinition[], filter: Filter, translate: Translate): string[] {
  return filters.flatMap((definition) => {
    const choices = toChoices(definition, translate)
    if (definition.type === 'autocomplete' && filter[definition.field]) return [translate(definition.placeholder)]
    return toValueList(filter[definition.field]).map(
      (value) => choices.find(({ id }) => id === value)?.label ?? `“${value}”`,
    )
  })
}
