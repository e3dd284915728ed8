import { useEffect, useEffectEvent, useState } from 'react'
import { parseChosenIds, toChosenOptions } from '../../../machines/filters/choices.ts'
import { FilterButton } from '../../kit/FilterButton.tsx'
// Also imported here, so that the lazy component loads no style sheet. The bundler never retries a failed style sheet.
import '../../kit/Listing.module.css'
import type { Choice } from '../../kit/fields/ListBoxOption.tsx'
import { lazyModule } from '../../kit/loading/lazy-module.ts'
import { useDropdown } from '../../kit/overlays/use-dropdown.ts'
import type { AutocompleteFilter } from '../definition.ts'
import { useListTranslate } from '../use-list-translate.ts'

const lazyAutocompleteList = lazyModule(async () => (await import('./AutocompleteList.tsx')).AutocompleteList)

export interface AutocompleteControlProps {
  filter: AutocompleteFilter
  value: unknown
  onChange: (value: unknown) => void
  className?: string | undefined
}

/** Autocomplete filter of the filter bar. The popover's code is loaded on hover, on focus, or when a value is set. */
export function AutocompleteControl({ filter, value, onChange, className }: AutocompleteControlProps) {
  const translate = useListTranslate()
  const { button, Content, opening, prefetch } = useDropdown(lazyAutocompleteList, 'dialog')
  const [chosenChoices, setChosenChoices] = useState<readonly Choice[]>([])
  const ids = parseChosenIds(value, filter.multiple ?? false)
  // Accepts any value. `useAutocomplete` warns about a value that is not a list.
  const isSet = Array.isArray(value) ? value.length > 0 : Boolean(value)
  const name = useEffectEvent(prefetch)
  useEffect(() => {
    if (isSet) name()
  }, [isSet])
  return (
    <>
      <FilterButton
        button={button}
        label={translate(filter.placeholder)}
        chosen={toChosenOptions(ids, chosenChoices).map(({ label }) => label)}
        maxNamed={filter.limitTags}
        icon={filter.icon}
        className={className}
      />
      {Content && <Content {...{ filter, value, onChange }} {...opening} onChosen={setChosenChoices} />}
    </>
  )
}
