import { exportMachine } from '../../../src/machines/list/export.machine.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const exportModels: MachineModels = {
  listeners: {
    'export.failed': ['src/ui/list/actions/use-export.ts'],
  },
  models: {
    'an export': defineModel({
      machine: exportMachine,
      events: [
        { type: 'export.requested', format: 'csv' },
        { type: 'export.requested', format: 'json' },
        { type: 'page.written', written: 100, total: 250 },
        { type: 'export.cancelled' },
        actorDone('writeFile'),
        actorFailed('writeFile', new Error('gone')),
      ],
      contextKey: (context) => context,
      invariants: {
        'no more rows are written than there are': ({ context: { written, total } }) => written <= total,
      },
      emittedInvariants: {
        'an export fails at most once for each time it is requested': (emitted, happenings) =>
          emitted.length <= happenings.filter(({ type }) => type === 'export.requested').length,
      },
    }),
  },
}
