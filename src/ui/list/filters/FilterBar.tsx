import { memo, type ReactNode, type Ref } from 'react'
import type { Filter } from '../../../api/contract/list.ts'
import { Button } from '../../kit/Button.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import type { FilterDefinition } from '../definition.ts'
import styles from './FilterBar.module.css'
import { FilterControl } from './FilterControl.tsx'
import { canClearFilters } from './filter-values.ts'

export interface FilterBarProps {
  filters: readonly FilterDefinition[]
  filter: Filter
  onChange: (field: string, value: unknown) => void
  onClear: () => void
  /** More controls at the end of the bar. */
  tools?: ReactNode
  searchRef?: Ref<HTMLElement>
}

/** Filter bar above a list, without the filters with position `head`. "Clear" is shown only while a filter is set. */
export const FilterBar = memo(function FilterBar({
  filters,
  filter,
  onChange,
  onClear,
  tools,
  searchRef,
}: FilterBarProps) {
  const translate = useTranslate(listMessages)
  const control = (definition: FilterDefinition) => (
    <FilterControl
      key={definition.field}
      filter={definition}
      value={filter[definition.field]}
      onChange={(value) => onChange(definition.field, value)}
    />
  )
  const filtersAt = (side: FilterDefinition['position']) =>
    filters.filter(({ position = 'left' }) => position === side).map(control)
  return (
    <search ref={searchRef} className={styles.bar} aria-label={translate('list.filters')}>
      {filtersAt('left')}
      <span className={styles.right}>
        {canClearFilters(filters, filter) && (
          <Button variant="ghost" onClick={onClear}>
            {translate('list.clear')}
          </Button>
        )}
        {filtersAt('right')}
        {tools}
      </span>
    </search>
  )
})
