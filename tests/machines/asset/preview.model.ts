import { previewMachine } from '../../../src/machines/asset/preview.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const boot = { id: 'boot', name: 'Boot' }
export const changedBoot = { id: 'boot', name: 'Boot, black' }
export const cap = { id: 'cap', name: 'Cap' }

export const previewModels: MachineModels = {
  models: {
    'a preview': defineModel({
      machine: previewMachine,
      input: { row: boot },
      events: [
        { type: 'row.changed', row: cap },
        { type: 'row.changed', row: boot },
        { type: 'row.changed', row: changedBoot },
        delayElapsed('debounce', 'preview.debouncing'),
        actorDone('prepareViewer', undefined),
        actorFailed('prepareViewer', new Error('gone')),
      ],
      contextKey: ({ row }) => [row],
      invariants: {
        'a model is rendered only after the delay': (snapshot) =>
          !snapshot.hasTag('modelShown') || snapshot.value === 'showingModel',
      },
    }),
  },
}
