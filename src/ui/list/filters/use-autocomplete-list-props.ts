import { useSelector } from '@xstate/react'
import { toChosenOptions } from '../../../machines/filters/choices.ts'
import type { AutocompleteFilter } from '../definition.ts'
import { useListTranslate } from '../use-list-translate.ts'
import type { AutocompleteActor } from './use-autocomplete.ts'

/** Converts the state of an autocomplete filter to props of `SearchList`. */
export function useAutocompleteListProps(actor: AutocompleteActor, filter: AutocompleteFilter) {
  const translate = useListTranslate()
  const { ids, loadedOptions, text, options } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const hasFailed = useSelector(actor, (snapshot) => snapshot.matches({ list: { open: 'failed' } }))
  const label = translate(filter.placeholder)
  const clearText = translate(filter.clearButtonText ?? 'list.clear')
  const chosenChoices = toChosenOptions(ids, loadedOptions)
  // While no text is typed, the list also contains the chosen items, so that the user can remove them.
  const unlistedChoices =
    text === '' ? chosenChoices.filter(({ id }) => !options.some((option) => option.id === id)) : []
  return {
    label,
    items: hasFailed ? [] : [...unlistedChoices, ...options],
    chosen: chosenChoices,
    value: ids,
    onChange: (next: string[]) => actor.send({ type: 'choice.made', ids: next }),
    multiple: filter.multiple ?? false,
    text,
    onText: (next: string) => actor.send({ type: 'text.changed', text: next }),
    isBusy,
    emptyText: translate(hasFailed ? 'list.searchFailed' : isBusy ? 'list.searching' : 'list.noResults'),
    clearText,
    clearLabel: translate('list.clearField', { clear: clearText, name: label }),
  }
}
