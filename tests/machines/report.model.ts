import type { ModelReport } from '../../src/files/model-report.ts'
import { reportMachine } from '../../src/machines/report.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails } from '../support/walk.ts'

export const input = { file: new File(['1'], 'boot.glb') }
export const report: ModelReport = { counts: { error: 0, warning: 0, info: 0, hint: 0 }, findings: [], isCut: false }

/** Tries the machine out. */
export const reportModels: Models = {
  models: {
    'a report': model({
      machine: reportMachine,
      input,
      happenings: [
        { type: 'reading.progressed', share: 0.5 },
        { type: 'reading.requested' },
        answers('makeReport', report),
        fails('makeReport', new Error('gone')),
      ],
      sees: (context) => [context.share, context.report !== null],
      holds: {
        'it is shown exactly where there is one': ({ value, context }) =>
          (context.report !== null) === (value === 'shown'),
      },
    }),
  },
}
