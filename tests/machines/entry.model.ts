import { entryMachine } from '../../src/machines/entry.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails } from '../support/walk.ts'

export const boot = new File(['1'], 'peat-boot.glb')
export const asset = { id: 'a1', name: 'Peat Boot' }

/** Tries the machine out. */
export const entryModels: Models = {
  listeners: {
    'turn.requested': ['src/machines/queue.machine.ts'],
    'turn.ended': ['src/machines/queue.machine.ts'],
    'entry.removed': ['src/machines/queue.machine.ts'],
  },
  models: {
    'an entry that begins with a model': model({
      machine: entryMachine,
      input: { id: 'e1', file: boot },
      happenings: [
        { type: 'parts.completed' },
        { type: 'parts.lacking' },
        { type: 'making.requested' },
        { type: 'turn.given' },
        { type: 'form.submitted', asset },
        { type: 'form.refused' },
        { type: 'entry.discarded' },
        answers('clearDraft'),
        fails('clearDraft', new Error('no storage')),
      ],
      sees: ({ asset }) => asset,
      holds: {
        'something was made of it exactly where it is made, or was discarded after that': (snapshot) =>
          !snapshot.matches('inHand') ||
          (snapshot.context.asset !== null) === snapshot.matches({ inHand: { making: 'made' } }),
      },
      tells: {
        'a turn that was asked for is ended before another is': (emitted) => {
          const turns = emitted.map(({ type }) => type).filter((type) => type.startsWith('turn.'))
          return turns.every((type, index) => type === (index % 2 === 0 ? 'turn.requested' : 'turn.ended'))
        },
        'nothing is told once it is removed': (emitted) => {
          const removal = emitted.findIndex(({ type }) => type === 'entry.removed')
          return removal < 0 || removal === emitted.length - 1
        },
      },
    }),
    'an entry that is filled in': model({
      machine: entryMachine,
      input: { id: 'e1' },
      happenings: [
        { type: 'model.selected', file: boot, parts: [], values: { name: '' } },
        {
          type: 'model.selected',
          file: new File(['1'], 'thing-for-women.glb'),
          parts: ['Hair'],
          values: { name: 'Mine' },
        },
        { type: 'choice.made', field: 'type' },
        { type: 'choice.made', field: 'gender' },
        { type: 'draft.restored', values: { name: 'Mine', modelFile: boot, modelUrl: '/files/1.glb', iconFile: boot } },
        { type: 'entry.restarted' },
        { type: 'entry.discarded' },
        answers('clearDraft'),
      ],
      sees: ({ guessed, chosen }) => ({ guessed, chosen }),
    }),
    'an entry of a queue': model({
      machine: entryMachine,
      input: { id: 'e1', shared: ['tags', 'applicationIds'] },
      happenings: [{ type: 'entry.discarded' }, answers('clearDraft')],
    }),
  },
}
