import { downloadMachine } from '../../src/machines/download.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails } from '../support/walk.ts'

/** Tries the machine out. */
export const downloadModels: Models = {
  models: {
    'a download': model({
      machine: downloadMachine,
      happenings: [
        { type: 'bytes.received', received: 10, total: 40 },
        { type: 'retry.requested' },
        answers('receive', undefined),
        fails('receive', new Error('broke off')),
      ],
      sees: ({ received, error }) => [received, error !== null],
      holds: {
        'a reason stands exactly where it broke off': ({ value, context }) =>
          (context.error !== null) === (value === 'failed'),
      },
    }),
  },
}
