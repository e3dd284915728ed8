import { SlidersHorizontalIcon } from '@phosphor-icons/react/SlidersHorizontal'
import { useSelector } from '@xstate/react'
import type { Ref } from 'react'
import type { Filter } from '../../../api/contract/list.ts'
import { preselectedOf } from '../../../machines/filters/filters.ts'
import { Button } from '../../kit/Button.tsx'
import { lazyComponent } from '../../kit/loading/lazy-module.ts'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import type { FilterDefinition } from '../definition.ts'
import styles from './FilterBar.module.css'
import { FilterControl } from './FilterControl.tsx'
import { countSetFilters } from './filter-values.ts'
import { useFilterOverlay } from './use-filter-overlay.ts'

const FilterSheet = lazyComponent(async () => (await import('./FilterSheet.tsx')).FilterSheet)

export interface PhoneFiltersProps {
  filters: readonly FilterDefinition[]
  filter: Filter
  onChange: (field: string, value: unknown) => void
  onApply: (filter: Filter) => void
  searchRef?: Ref<HTMLElement>
}

/** Filters below the medium breakpoint: those with `visibleOnMobile`, and a button for the overlay with all others. */
export function PhoneFilters({ filters, filter, onChange, onApply, searchRef }: PhoneFiltersProps) {
  const translate = useTranslate(listMessages)
  const overlay = useFilterOverlay(onApply)
  const wasOpened = useSelector(overlay, (snapshot) => snapshot.matches('open'))
  const overlayFilters = filters.filter(({ visibleOnMobile }) => !visibleOnMobile)
  const count = countSetFilters(overlayFilters, filter)
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
      {overlayFilters.length > 0 && (
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
