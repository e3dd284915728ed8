import type { ModelReport } from '../../../src/files/model-report.ts'
import { reportMachine } from '../../../src/machines/new-asset/report.machine.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const input = { file: new File(['1'], 'boot.glb') }
export const report: ModelReport = { counts: { error: 0, warning: 0, info: 0, hint: 0 }, findings: [], isCut: false }

export const reportModels: MachineModels = {
  models: {
    'a report': defineModel({
      machine: reportMachine,
      input,
      events: [
        { type: 'reading.advanced', share: 0.5 },
        { type: 'retry.requested' },
        actorDone('createReport', report),
        actorFailed('createReport', new Error('gone')),
      ],
      contextKey: (context) => [context.share, context.report !== null],
      invariants: {
        'a report is shown if and only if there is one': ({ value, context }) =>
          (context.report !== null) === (value === 'shown'),
      },
    }),
  },
}
