import type { Filter } from '../../../api/contract/list.ts'
import { countFilterFields, preselectedOf, withoutPreselected } from '../../../machines/filters/filters.ts'
import type { Choice } from '../../kit/fields/ListBoxOption.tsx'
import type { Translate } from '../../messages.ts'
import type { FilterDefinition } from '../definition.ts'
import { translateLabel } from '../label.ts'

export const toChoices = ({ options = [] }: FilterDefinition, translate: Translate): Choice[] =>
  options.map(({ value, label, icon, pigment }) => ({
    id: value,
    label: translateLabel(label, translate),
    icon,
    pigment,
  }))

export const toValueList = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : value ? [String(value)] : []

/** Returns the filters without those that are hidden because they have fewer than two options. */
export const getVisibleFilters = (filters: readonly FilterDefinition[]): FilterDefinition[] =>
  filters.filter(({ hiddenWithOneOption, options }) => !hiddenWithOneOption || !options || options.length > 1)

export const countSetFilters = (filters: readonly FilterDefinition[], filter: Filter): number =>
  countFilterFields(Object.fromEntries(filters.map(({ field }) => [field, filter[field]])))

/** Returns whether "Clear" would change the filter. Preselected values do not count, because clearing restores them. */
export const canClearFilters = (filters: readonly FilterDefinition[], filter: Filter): boolean =>
  countFilterFields(withoutPreselected(filter, preselectedOf(filters))) > 0

/** Describes the active filters: typed text in quotes, options by their labels, an autocomplete filter by its placeholder. */
export function describeFilter(filters: readonly FilterDefinition[], filter: Filter, translate: Translate): string[] {
  return filters.flatMap((definition) => {
    const choices = toChoices(definition, translate)
    if (definition.type === 'autocomplete' && filter[definition.field]) return [translate(definition.placeholder)]
    return toValueList(filter[definition.field]).map(
      (value) => choices.find(({ id }) => id === value)?.label ?? `“${value}”`,
    )
  })
}
