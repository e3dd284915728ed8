import { XIcon } from '@phosphor-icons/react/X'
import { useEffect } from 'react'
import { BareButton } from '../../kit/BareButton.tsx'
import { SearchList } from '../../kit/fields/SearchList.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import type { AutocompleteControlProps } from './AutocompleteControl.tsx'
import styles from './FilterSheet.module.css'
import { useAutocomplete } from './use-autocomplete.ts'
import { useAutocompleteListProps } from './use-autocomplete-list-props.ts'

/** Autocomplete filter of the overlay, always expanded: chosen values, a search field and its results. */
export function AutocompleteField({ filter, value, onChange }: AutocompleteControlProps) {
  const translate = useTranslate(listMessages)
  const actor = useAutocomplete(filter, value, onChange)
  const { chosen, ...list } = useAutocompleteListProps(actor, filter)
  useEffect(() => {
    actor.send({ type: 'field.opened' })
  }, [actor])
  return (
    <div className={styles.field}>
      <span className={styles.label}>
        {list.label}
        {chosen.length > 1 && <span>{translate('list.chosen', { n: chosen.length })}</span>}
      </span>
      {chosen.length > 0 && (
        <ul className={styles.pills}>
          {chosen.map(({ id, label }) => (
            <li key={id} className={styles.chosen}>
              {label}
              <BareButton
                className={styles.remove}
                aria-label={translate('list.removeChoice', { name: label })}
                onClick={() => list.onChange(list.value.filter((other) => other !== id))}
              >
                <Icon size="xs">
                  <XIcon weight="bold" />
                </Icon>
              </BareButton>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.found}>
        <SearchList {...list} />
      </div>
    </div>
  )
}
