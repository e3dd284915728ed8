import { useSelector } from '@xstate/react'
import { chosenOf } from '../../machines/rules/choices.ts'
import { useAtelier } from '../context.ts'
import type { AutocompleteFilter } from './definition.ts'
import type { AutocompleteActor } from './use-autocomplete.ts'

/** What an autocomplete filter shows, as the kit's list takes it. */
export function useSearchList(actor: AutocompleteActor, filter: AutocompleteFilter) {
  const { translate } = useAtelier()
  const { ids, known, text, options } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const hasFailed = useSelector(actor, (snapshot) => snapshot.matches({ list: { open: 'failed' } }))
  const label = translate(filter.placeholder)
  const clearText = translate(filter.clearButtonText ?? 'list.clear')
  const chosen = chosenOf(ids, known)
  // While nothing is typed, what is chosen can be seen and taken out, even where it is not among the first five.
  const held = text === '' ? chosen.filter(({ id }) => !options.some((option) => option.id === id)) : []
  return {
    label,
    items: hasFailed ? [] : [...held, ...options],
    chosen,
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
