import type { ContextFrom } from 'xstate'
import { autocompleteMachine } from '../../src/machines/autocomplete.machine.ts'
import type { Found } from '../../src/machines/rules/choices.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export const fern: Found = { id: 'f', label: 'Fern' }
export const moss: Found = { id: 'm', label: 'Moss' }
export const passes = waits('debounce', 'autocomplete.list.open.waiting')

export const sees = ({ ids, known, text, options, error }: ContextFrom<typeof autocompleteMachine>) => [
  ids,
  known.map(({ id }) => id),
  text,
  options,
  String(error),
]

/** Tries the machine out. */
export const autocompleteModels: Models = {
  listeners: {
    'value.changed': ['src/ui/list/use-autocomplete.ts'],
  },
  models: {
    'an autocomplete of several': model({
      machine: autocompleteMachine,
      input: { value: ['f'], multiple: true },
      happenings: [
        answers('findByIds', [fern]),
        fails('findByIds', new Error('gone')),
        { type: 'field.opened' },
        { type: 'field.closed' },
        { type: 'text.changed', text: 'mo' },
        passes,
        answers('search', [moss]),
        answers('search', []),
        fails('search', new Error('gone')),
        { type: 'choice.made', ids: ['f', 'm'] },
        { type: 'choice.made', ids: [] },
        { type: 'value.restored', value: ['m'] },
      ],
      sees,
    }),
    'an autocomplete of one': model({
      machine: autocompleteMachine,
      input: { value: undefined, multiple: false },
      happenings: [
        { type: 'field.opened' },
        { type: 'field.closed' },
        passes,
        answers('search', [moss]),
        { type: 'choice.made', ids: ['m'] },
        { type: 'value.restored', value: 'f' },
        answers('findByIds', [fern]),
      ],
      sees,
    }),
    'an autocomplete of several that begins with something odd': model({
      machine: autocompleteMachine,
      input: { value: { f: true }, multiple: true },
      happenings: [{ type: 'field.opened' }, passes, answers('search', []), { type: 'choice.made', ids: ['m'] }],
      sees,
    }),
    'an autocomplete of several with ids and something odd': model({
      machine: autocompleteMachine,
      input: { value: ['f', 5], multiple: true },
      happenings: [{ type: 'field.opened' }, passes, answers('search', []), answers('findByIds', [fern])],
      sees,
    }),
  },
}
