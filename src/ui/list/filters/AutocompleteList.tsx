import { useEffect, useEffectEvent } from 'react'
import type { Choice } from '../../kit/fields/ListBoxOption.tsx'
import { SearchPopover } from '../../kit/fields/SearchPopover.tsx'
import type { DropdownState } from '../../kit/overlays/use-dropdown.ts'
import type { AutocompleteFilter } from '../definition.ts'
import { useAutocomplete } from './use-autocomplete.ts'
import { useAutocompleteListProps } from './use-autocomplete-list-props.ts'

export interface AutocompleteListProps extends DropdownState {
  filter: AutocompleteFilter
  value: unknown
  onChange: (value: unknown) => void
  /** Called with the chosen values, and again when their labels are loaded. */
  onChosen: (chosen: readonly Choice[]) => void
}

/** Popover of an autocomplete filter. Also mounted while closed, to load the labels of chosen values. */
export function AutocompleteList({ filter, value, onChange, onChosen, ...opening }: AutocompleteListProps) {
  const actor = useAutocomplete(filter, value, onChange)
  const { chosen, ...list } = useAutocompleteListProps(actor, filter)
  const { isOpen } = opening
  useEffect(() => {
    actor.send({ type: isOpen ? 'field.opened' : 'field.closed' })
  }, [actor, isOpen])
  const reportChosen = useEffectEvent(() => onChosen(chosen))
  const chosenKey = JSON.stringify(chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: notifies again when the choice changes or its labels are loaded
  useEffect(() => reportChosen(), [chosenKey])
  return <SearchPopover {...list} {...opening} />
}
