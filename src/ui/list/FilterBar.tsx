import { memo, type ReactNode, type Ref } from 'react'
import type { Filter } from '../../api/contract/list.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import type { FilterDefinition } from './definition.ts'
import styles from './FilterBar.module.css'
import { FilterControl } from './FilterControl.tsx'
import { canClear } from './filter-values.ts'

/** Props of {@link FilterBar}. */
export interface FilterBarProps {
  filters: readonly FilterDefinition[]
  filter: Filter
  onChange: (field: string, value: unknown) => void
  onClear: () => void
  /** What else stands at the end of the bar: what belongs to the list as a whole. */
  tools?: ReactNode
  searchRef?: Ref<HTMLElement>
}

/** The filters above a list but for those of its head: left, and right of what is left. "Clear" stands there only while something is set. */
export const FilterBar = memo(function FilterBar({
  filters,
  filter,
  onChange,
  onClear,
  tools,
  searchRef,
}: FilterBarProps) {
  const { translate } = useAtelier()
  const control = (definition: FilterDefinition) => (
    <FilterControl
      key={definition.field}
      filter={definition}
      value={filter[definition.field]}
      onChange={(value) => onChange(definition.field, value)}
    />
  )
  const at = (place: FilterDefinition['position']) =>
    filters.filter(({ position = 'left' }) => position === place).map(control)
  return (
    <search ref={searchRef} className={styles.bar} aria-label={translate('list.filters')}>
      {at('left')}
      <span className={styles.right}>
        {canClear(filters, filter) && (
          <Button variant="ghost" onClick={onClear}>
            {translate('list.clear')}
          </Button>
        )}
        {at('right')}
        {tools}
      </span>
    </search>
  )
})
