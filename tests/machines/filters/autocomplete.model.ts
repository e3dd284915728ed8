import type { ContextFrom, SnapshotFrom } from 'xstate'
import { autocompleteMachine } from '../../../src/machines/filters/autocomplete.machine.ts'
import type { AutocompleteOption } from '../../../src/machines/filters/choices.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const fern: AutocompleteOption = { id: 'f', label: 'Fern' }
export const moss: AutocompleteOption = { id: 'm', label: 'Moss' }
export const debounceElapsed = delayElapsed('debounce', 'autocomplete.list.open.debouncing')

export const autocompleteKey = ({
  ids,
  loadedOptions,
  text,
  options,
  error,
}: ContextFrom<typeof autocompleteMachine>) => [ids, loadedOptions.map(({ id }) => id), text, options, String(error)]

const invariants = {
  'each id is chosen once, and only one id if the field has a single value': ({
    context: { ids, multiple },
  }: SnapshotFrom<typeof autocompleteMachine>) => new Set(ids).size === ids.length && (multiple || ids.length <= 1),
  'a closed list has no text and no results': (snapshot: SnapshotFrom<typeof autocompleteMachine>) =>
    !snapshot.matches({ list: 'closed' }) || (snapshot.context.text === '' && snapshot.context.options.length === 0),
}

export const autocompleteModels: MachineModels = {
  listeners: {
    'value.changed': ['src/ui/list/filters/use-autocomplete.ts'],
  },
  models: {
    'an autocomplete with several values': defineModel({
      machine: autocompleteMachine,
      input: { value: ['f'], multiple: true },
      events: [
        actorDone('findByIds', [fern]),
        actorFailed('findByIds', new Error('gone')),
        { type: 'field.opened' },
        { type: 'field.closed' },
        { type: 'text.changed', text: 'mo' },
        debounceElapsed,
        actorDone('searchOptions', [moss]),
        actorDone('searchOptions', []),
        actorFailed('searchOptions', new Error('gone')),
        { type: 'choice.made', ids: ['f', 'm'] },
        { type: 'choice.made', ids: [] },
        { type: 'value.restored', value: ['m'] },
      ],
      contextKey: autocompleteKey,
      invariants,
    }),
    'an autocomplete with a single value': defineModel({
      machine: autocompleteMachine,
      input: { value: undefined, multiple: false },
      events: [
        { type: 'field.opened' },
        { type: 'field.closed' },
        debounceElapsed,
        actorDone('searchOptions', [moss]),
        { type: 'choice.made', ids: ['m'] },
        { type: 'value.restored', value: 'f' },
        actorDone('findByIds', [fern]),
      ],
      contextKey: autocompleteKey,
      invariants,
    }),
    'an autocomplete with an invalid initial value': defineModel({
      machine: autocompleteMachine,
      input: { value: { f: true }, multiple: true },
      events: [
        { type: 'field.opened' },
        debounceElapsed,
        actorDone('searchOptions', []),
        { type: 'choice.made', ids: ['m'] },
      ],
      contextKey: autocompleteKey,
      invariants,
    }),
    'an autocomplete with ids and an invalid value': defineModel({
      machine: autocompleteMachine,
      input: { value: ['f', 5], multiple: true },
      events: [
        { type: 'field.opened' },
        debounceElapsed,
        actorDone('searchOptions', []),
        actorDone('findByIds', [fern]),
      ],
      contextKey: autocompleteKey,
      invariants,
    }),
  },
}
