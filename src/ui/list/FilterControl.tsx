import { MAX_FILTER_TEXT } from '../../machines/rules/filters.ts'
import { useAtelier } from '../context.ts'
import { FilterSelect } from '../kit/FilterSelect.tsx'
import { given } from '../kit/given.ts'
import { SearchBox } from '../kit/SearchBox.tsx'
import { AutocompleteControl } from './AutocompleteControl.tsx'
import type { FilterDefinition } from './definition.ts'
import { choicesOf, valuesOf } from './filter-values.ts'

/** Props of {@link FilterControl}. */
export interface FilterControlProps {
  filter: FilterDefinition
  value: unknown
  onChange: (value: unknown) => void
  className?: string | undefined
}

/** A filter of the bar: a text field, or a choice of one or several, or a search for them. */
export function FilterControl({ filter, value, onChange, className }: FilterControlProps) {
  const { translate } = useAtelier()
  const label = translate(filter.placeholder)
  const clearText = translate(filter.clearButtonText ?? 'list.clear')
  if (filter.type === 'text') {
    return (
      <SearchBox
        label={label}
        placeholder={label}
        clearLabel={translate('list.clearField', { clear: clearText, name: label })}
        {...given({ icon: filter.icon })}
        maxLength={MAX_FILTER_TEXT}
        value={typeof value === 'string' ? value : ''}
        onChange={onChange}
        className={className}
      />
    )
  }
  if (filter.type === 'autocomplete') {
    return <AutocompleteControl filter={filter} value={value} onChange={onChange} className={className} />
  }
  const isMultiple = filter.type === 'multi-select'
  return (
    <FilterSelect
      label={label}
      items={choicesOf(filter, translate)}
      value={valuesOf(value)}
      onChange={(ids) => onChange(isMultiple ? ids : ids[0])}
      multiple={isMultiple}
      {...given({ icon: filter.icon })}
      clearText={clearText}
      emptyText={translate('list.noResults')}
      className={className}
    />
  )
}
