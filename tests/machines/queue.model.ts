import { PARALLEL_MAKES, queueMachine } from '../../src/machines/queue.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export const boot = { id: 'boot', file: new File(['1'], 'boot.glb') }
export const asset = { id: 'a1', name: 'Boot' }

/** Tries the machine out. */
export const queueModels: Models = {
  models: {
    'a queue': model({
      machine: queueMachine,
      happenings: [
        answers('readQueue', []),
        answers('readQueue', ['cap']),
        fails('readQueue', new Error('no storage')),
        waits('patience', 'queue.restoring'),
        { type: 'models.added', models: [boot, { id: 'cap' }] },
        { type: 'entry.changed', id: 'boot', isReady: true },
        { type: 'entry.changed', id: 'boot', isReady: false },
        { type: 'entry.changed', id: 'cap', isReady: true },
        { type: 'making.requested' },
        { type: 'entry.made', id: 'boot', asset },
        { type: 'entry.refused', id: 'boot' },
        { type: 'entry.made', id: 'cap', asset: { id: 'a2', name: 'Cap' } },
        { type: 'entry.removed', id: 'cap' },
        { type: 'entry.removed', id: 'boot' },
        { type: 'queue.cleared' },
      ],
      sees: ({ entries }) => entries.map(({ id, state }) => [id, state]),
      // Adding the same two again and again would never end.
      stopWhen: ({ context }) => context.entries.length > 2,
      holds: {
        'there are entries exactly while there are several': ({ value, context }) =>
          (context.entries.length === 0) === (value === 'single' || value === 'restoring'),
        'few are made at a time': ({ context }) =>
          context.entries.filter(({ state }) => state === 'making').length <= PARALLEL_MAKES,
        'it is making exactly while an entry is made': (snapshot) =>
          snapshot.context.entries.some(({ state }) => state === 'making') === snapshot.matches({ several: 'making' }),
      },
    }),
  },
}
