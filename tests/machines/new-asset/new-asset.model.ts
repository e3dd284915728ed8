import { newAssetMachine } from '../../../src/machines/new-asset/new-asset.machine.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const boot = new File(['1'], 'peat-boot.glb')
export const asset = { id: 'a1', name: 'Peat Boot' }

export const newAssetModels: MachineModels = {
  listeners: {
    'slot.requested': ['src/machines/new-asset/new-asset-queue.machine.ts'],
    'slot.released': ['src/machines/new-asset/new-asset-queue.machine.ts'],
    'entry.removed': ['src/machines/new-asset/new-asset-queue.machine.ts'],
  },
  models: {
    'an entry created from a model': defineModel({
      machine: newAssetMachine,
      input: { id: 'e1', file: boot },
      events: [
        { type: 'input.completed' },
        { type: 'input.invalidated' },
        { type: 'creation.requested' },
        { type: 'slot.granted' },
        { type: 'form.submitted', asset },
        { type: 'form.rejected' },
        { type: 'entry.discarded' },
        actorDone('clearDraft'),
        actorFailed('clearDraft', new Error('no storage')),
      ],
      contextKey: ({ asset }) => asset,
      invariants: {
        'an asset is stored if and only if it was created, unless the entry was discarded': (snapshot) =>
          !snapshot.matches('active') ||
          (snapshot.context.asset !== null) === snapshot.matches({ active: { creation: 'created' } }),
      },
      emittedInvariants: {
        'a requested slot is released before another is requested': (emitted) => {
          const slotEvents = emitted.map(({ type }) => type).filter((type) => type.startsWith('slot.'))
          return slotEvents.every((type, index) => type === (index % 2 === 0 ? 'slot.requested' : 'slot.released'))
        },
        'nothing is emitted after the removal': (emitted) => {
          const removal = emitted.findIndex(({ type }) => type === 'entry.removed')
          return removal < 0 || removal === emitted.length - 1
        },
      },
    }),
    'an entry with input': defineModel({
      machine: newAssetMachine,
      input: { id: 'e1' },
      events: [
        { type: 'model.selected', file: boot, parts: [], values: { name: '' } },
        {
          type: 'model.selected',
          file: new File(['1'], 'thing-for-women.glb'),
          parts: ['Hair'],
          values: { name: 'Mine' },
        },
        { type: 'field.chosen', field: 'type' },
        { type: 'field.chosen', field: 'gender' },
        { type: 'draft.restored', values: { name: 'Mine', modelFile: boot, modelUrl: '/files/1.glb', iconFile: boot } },
        { type: 'entry.restarted' },
        { type: 'entry.discarded' },
        actorDone('clearDraft'),
      ],
      contextKey: ({ guessed, chosen }) => ({ guessed, chosen }),
      invariants: {
        'a field that the user has chosen is not marked as guessed': ({ context: { guessed, chosen } }) =>
          chosen.every((field) => !(field in guessed)),
      },
    }),
    'an entry of a queue': defineModel({
      machine: newAssetMachine,
      input: { id: 'e1', shared: ['tags', 'applicationIds'] },
      events: [{ type: 'entry.discarded' }, actorDone('clearDraft')],
      emittedInvariants: {
        'an entry is removed once': (emitted) => emitted.filter(({ type }) => type === 'entry.removed').length <= 1,
      },
    }),
  },
}
