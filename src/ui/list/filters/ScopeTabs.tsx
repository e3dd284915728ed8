import { memo, useId } from 'react'
import type { Filter } from '../../../api/contract/list.ts'
import type { FilterDefinition } from '../definition.ts'
import { useListTranslate } from '../use-list-translate.ts'
import { toChoices, toValueList } from './filter-values.ts'
import styles from './ScopeTabs.module.css'

export interface ScopeTabsProps {
  filters: readonly FilterDefinition[]
  filter: Filter
  onChange: (field: string, value: unknown) => void
}

/**
 * Filters shown as tabs in the list's head. Each begins with "All". Uses native radio buttons, because React Aria's radio group
 * would be a third of the list's initial code.
 */
export const ScopeTabs = memo(function ScopeTabs({ filters, filter, onChange }: ScopeTabsProps) {
  const translate = useListTranslate()
  const id = useId()
  return filters
    .filter(({ position }) => position === 'head')
    .map((definition) => {
      const chosenId = toValueList(filter[definition.field])[0] ?? ''
      return (
        <div
          key={definition.field}
          role="radiogroup"
          aria-label={translate(definition.placeholder)}
          className={styles.tabs}
        >
          {[{ id: '', label: translate('list.all') }, ...toChoices(definition, translate)].map((choice) => (
            <label key={choice.id} className={styles.tab}>
              <input
                type="radio"
                name={`${id}${definition.field}`}
                checked={choice.id === chosenId}
                onChange={() => onChange(definition.field, choice.id)}
              />
              {choice.label}
            </label>
          ))}
        </div>
      )
    })
})
