import { XIcon } from '@phosphor-icons/react/X'
import { useEffect } from 'react'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { SearchList } from '../kit/SearchList.tsx'
import type { AutocompleteControlProps } from './AutocompleteControl.tsx'
import styles from './FilterSheet.module.css'
import { useAutocomplete } from './use-autocomplete.ts'
import { useSearchList } from './use-search-list.ts'

/** An autocomplete filter of the overlay, in plain sight: what is chosen, a field, and what was found. */
export function AutocompleteField({ filter, value, onChange }: AutocompleteControlProps) {
  const { translate } = useAtelier()
  const actor = useAutocomplete(filter, value, onChange)
  const { chosen, ...list } = useSearchList(actor, filter)
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
