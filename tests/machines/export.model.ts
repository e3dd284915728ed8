import { exportMachine } from '../../src/machines/export.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails } from '../support/walk.ts'

/** Tries the machine out. */
export const exportModels: Models = {
  listeners: {
    'export.failed': ['src/ui/list/use-export.ts'],
  },
  models: {
    'an export': model({
      machine: exportMachine,
      happenings: [
        { type: 'export.requested', format: 'csv' },
        { type: 'export.requested', format: 'json' },
        { type: 'page.written', written: 100, total: 250 },
        { type: 'export.cancelled' },
        answers('writeFile'),
        fails('writeFile', new Error('gone')),
      ],
      sees: (context) => context,
    }),
  },
}
