import { memo, useId } from 'react'
import type { Filter } from '../../api/contract/list.ts'
import { useAtelier } from '../context.ts'
import type { FilterDefinition } from './definition.ts'
import { choicesOf, valuesOf } from './filter-values.ts'
import styles from './ScopeTabs.module.css'

/** Props of {@link ScopeTabs}. */
export interface ScopeTabsProps {
  filters: readonly FilterDefinition[]
  filter: Filter
  onChange: (field: string, value: unknown) => void
}

/**
 * The filters that stand in the head of a list as tabs; the first of each is "All". They are the browser's own radio
 * buttons: those of the kit would be a third of what a list loads first.
 */
export const ScopeTabs = memo(function ScopeTabs({ filters, filter, onChange }: ScopeTabsProps) {
  const { translate } = useAtelier()
  const id = useId()
  return filters
    .filter(({ position }) => position === 'head')
    .map((definition) => {
      const chosen = valuesOf(filter[definition.field])[0] ?? ''
      return (
        <div
          key={definition.field}
          role="radiogroup"
          aria-label={translate(definition.placeholder)}
          className={styles.tabs}
        >
          {[{ id: '', label: translate('list.all') }, ...choicesOf(definition, translate)].map((choice) => (
            <label key={choice.id} className={styles.tab}>
              <input
                type="radio"
                name={`${id}${definition.field}`}
                checked={choice.id === chosen}
                onChange={() => onChange(definition.field, choice.id)}
              />
              {choice.label}
            </label>
          ))}
        </div>
      )
    })
})
