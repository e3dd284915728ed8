import { MAX_FILTER_TEXT_LENGTH } from '../../../machines/filters/filters.ts'
import { FilterSelect } from '../../kit/fields/FilterSelect.tsx'
import { NativeSearchField } from '../../kit/fields/NativeSearchField.tsx'
import { omitUndefinedProps } from '../../kit/omit-undefined-props.ts'
import type { FilterDefinition } from '../definition.ts'
import { useListTranslate } from '../use-list-translate.ts'
import { AutocompleteControl } from './AutocompleteControl.tsx'
import { toChoices, toValueList } from './filter-values.ts'

export interface FilterControlProps {
  filter: FilterDefinition
  value: unknown
  onChange: (value: unknown) => void
  className?: string | undefined
}

/** Control of one filter in the filter bar. */
export function FilterControl({ filter, value, onChange, className }: FilterControlProps) {
  const translate = useListTranslate()
  const label = translate(filter.placeholder)
  const clearText = translate(filter.clearButtonText ?? 'list.clear')
  if (filter.type === 'text') {
    return (
      <NativeSearchField
        label={label}
        placeholder={label}
        clearLabel={translate('list.clearField', { clear: clearText, name: label })}
        {...omitUndefinedProps({ icon: filter.icon })}
        maxLength={MAX_FILTER_TEXT_LENGTH}
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
      items={toChoices(filter, translate)}
      value={toValueList(value)}
      onChange={(ids) => onChange(isMultiple ? ids : ids[0])}
      multiple={isMultiple}
      {...omitUndefinedProps({ icon: filter.icon })}
      clearText={clearText}
      emptyText={translate('list.noResults')}
      className={className}
    />
  )
}
