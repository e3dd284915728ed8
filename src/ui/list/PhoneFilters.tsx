import { SlidersHorizontalIcon } from '@phosphor-icons/react/SlidersHorizontal'
import { useSelector } from '@xstate/react'
import type { Ref } from 'react'
import type { Filter } from '../../api/contract/list.ts'
import { preselectedOf } from '../../machines/rules/filters.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { shownPart } from '../kit/part.ts'
import type { FilterDefinition } from './definition.ts'
import styles from './FilterBar.module.css'
import { FilterControl } from './FilterControl.tsx'
import { countSet } from './filter-values.ts'
import { useFilters } from './use-filters.ts'

const FilterSheet = shownPart(async () => (await import('./FilterSheet.tsx')).FilterSheet)

/** Props of {@link PhoneFilters}. */
export interface PhoneFiltersProps {
  filters: readonly FilterDefinition[]
  filter: Filter
  onChange: (field: string, value: unknown) => void
  onApply: (filter: Filter) => void
  searchRef?: Ref<HTMLElement>
}

/** The filters below the medium breakpoint: those marked visible, and All Filters (with a count) where there are more. */
export function PhoneFilters({ filters, filter, onChange, onApply, searchRef }: PhoneFiltersProps) {
  const { translate } = useAtelier()
  const overlay = useFilters(onApply)
  const wasOpened = useSelector(overlay, (snapshot) => snapshot.matches('open'))
  const hidden = filters.filter(({ visibleOnMobile }) => !visibleOnMobile)
  const count = countSet(hidden, filter)
  if (filters.length === 0) return null
  return (
    <search ref={searchRef} className={styles.phone} aria-label={translate('list.filters')}>
      {filters
        .filter(({ visibleOnMobile }) => visibleOnMobile)
        .map((definition) => (
          <FilterControl
            key={definition.field}
            filter={definition}
            value={filter[definition.field]}
            onChange={(value) => onChange(definition.field, value)}
            className={styles.grow}
          />
        ))}
      {hidden.length > 0 && (
        <Button
          className={styles.all}
          icon={<SlidersHorizontalIcon />}
          aria-haspopup="dialog"
          onClick={() => overlay.send({ type: 'overlay.opened', filter, preselected: preselectedOf(filters) })}
        >
          {translate('list.allFilters')}
          {count > 0 && <span className={styles.count}>{count}</span>}
        </Button>
      )}
      {wasOpened && <FilterSheet overlay={overlay} filters={filters} />}
    </search>
  )
}
