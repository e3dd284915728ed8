import { useEffect, useEffectEvent, useState } from 'react'
import { chosenOf, idsOf } from '../../machines/rules/choices.ts'
import { useAtelier } from '../context.ts'
import { FilterButton } from '../kit/FilterButton.tsx'
// Here too, so that no style has to be fetched with the list: one that failed to come is not asked for again.
import '../kit/Listing.module.css'
import type { Choice } from '../kit/Option.tsx'
import { part } from '../kit/part.ts'
import { useDropdown } from '../kit/use-dropdown.ts'
import type { AutocompleteFilter } from './definition.ts'

const found = part(async () => (await import('./AutocompleteList.tsx')).AutocompleteList)

/** Props of {@link AutocompleteControl}. */
export interface AutocompleteControlProps {
  filter: AutocompleteFilter
  value: unknown
  onChange: (value: unknown) => void
  className?: string | undefined
}

/** An autocomplete filter of the bar; what it opens is fetched with the first pointer or focus, or because something is chosen. */
export function AutocompleteControl({ filter, value, onChange, className }: AutocompleteControlProps) {
  const { translate } = useAtelier()
  const { button, Part, opening, fetch } = useDropdown(found, 'dialog')
  const [known, setKnown] = useState<readonly Choice[]>([])
  const ids = idsOf(value, filter.multiple ?? false)
  // Whatever it is: one that is no list is warned of by who reads it.
  const isSet = Array.isArray(value) ? value.length > 0 : Boolean(value)
  const name = useEffectEvent(fetch)
  useEffect(() => {
    if (isSet) name()
  }, [isSet])
  return (
    <>
      <FilterButton
        button={button}
        label={translate(filter.placeholder)}
        chosen={chosenOf(ids, known).map(({ label }) => label)}
        most={filter.limitTags}
        icon={filter.icon}
        className={className}
      />
      {Part && <Part {...{ filter, value, onChange }} {...opening} onChosen={setKnown} />}
    </>
  )
}
