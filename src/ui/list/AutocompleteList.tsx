import { useEffect, useEffectEvent } from 'react'
import type { Choice } from '../kit/Option.tsx'
import { SearchPopover } from '../kit/SearchPopover.tsx'
import type { Opening } from '../kit/use-dropdown.ts'
import type { AutocompleteFilter } from './definition.ts'
import { useAutocomplete } from './use-autocomplete.ts'
import { useSearchList } from './use-search-list.ts'

/** Props of {@link AutocompleteList}. */
export interface AutocompleteListProps extends Opening {
  filter: AutocompleteFilter
  value: unknown
  onChange: (value: unknown) => void
  /** Hears what is chosen, by its words as soon as they are known. */
  onChosen: (chosen: readonly Choice[]) => void
}

/** What an autocomplete filter opens: what was found, to be chosen. Loaded when first wanted, or to name what is chosen. */
export function AutocompleteList({ filter, value, onChange, onChosen, ...opening }: AutocompleteListProps) {
  const actor = useAutocomplete(filter, value, onChange)
  const { chosen, ...list } = useSearchList(actor, filter)
  const { isOpen } = opening
  useEffect(() => {
    actor.send({ type: isOpen ? 'field.opened' : 'field.closed' })
  }, [actor, isOpen])
  const tell = useEffectEvent(() => onChosen(chosen))
  const told = JSON.stringify(chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again when something else is chosen, or its words are known
  useEffect(() => tell(), [told])
  return <SearchPopover {...list} {...opening} />
}
