import { previewMachine } from '../../src/machines/preview.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export const boot = { id: 'boot', name: 'Boot' }
/** The same row, changed meanwhile. */
export const black = { id: 'boot', name: 'Boot, black' }
export const cap = { id: 'cap', name: 'Cap' }

/** Tries the machine out. */
export const previewModels: Models = {
  models: {
    'a preview': model({
      machine: previewMachine,
      input: { row: boot },
      happenings: [
        { type: 'row.reached', row: cap },
        { type: 'row.reached', row: boot },
        { type: 'row.reached', row: black },
        waits('rest', 'preview.resting'),
        answers('prepare', undefined),
        fails('prepare', new Error('gone')),
      ],
      sees: ({ row }) => [row],
      holds: {
        'a model is drawn only of a row that people stayed at': (snapshot) =>
          !snapshot.hasTag('drawn') || snapshot.value === 'showing',
      },
    }),
  },
}
