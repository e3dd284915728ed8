import { previewMachine } from '../../src/machines/preview.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../support/model/model.ts'

export const boot = { id: 'boot', name: 'Boot' }
export const changedBoot = { id: 'boot', name: 'Boot, black' }
export const cap = { id: 'cap', name: 'Cap' }

export const previewModels: MachineModels = {
  models: {
    'a preview': defineModel({
      machine: previewMachine,
      input: { row: boot },
      events: [
        { type: 'row.reached', row: cap },
        { type: 'row.reached', row: boot },
        { type: 'row.reached', row: changedBoot },
        delayElapsed('rest', 'preview.resting'),
        actorDone('prepare', undefined),
        actorFailed('prepare', new Error('gone')),
      ],
      contextKey: ({ row }) => [row],
      invariants: {
        'a model is rendered only after the delay': (snapshot) =>
          !snapshot.hasTag('drawn') || snapshot.value === 'showing',
      },
    }),
  },
}
