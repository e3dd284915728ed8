import { downloadMachine } from '../../src/machines/download.machine.ts'
import { actorDone, actorFailed } from '../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../support/model/model.ts'

export const downloadModels: MachineModels = {
  models: {
    'a download': defineModel({
      machine: downloadMachine,
      events: [
        { type: 'bytes.received', received: 10, total: 40 },
        { type: 'retry.requested' },
        actorDone('downloadFile', undefined),
        actorFailed('downloadFile', new Error('broke off')),
      ],
      contextKey: ({ received, error }) => [received, error !== null],
      invariants: {
        'an error is stored if and only if the download failed': ({ value, context }) =>
          (context.error !== null) === (value === 'failed'),
      },
    }),
  },
}
