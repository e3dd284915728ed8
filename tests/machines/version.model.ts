import { versionMachine } from '../../src/machines/version.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

/** Tries the machine out. */
export const versionModels: Models = {
  models: {
    'a page and what is served': model({
      machine: versionMachine,
      input: { own: '/assets/one.js' },
      happenings: [
        { type: 'page.shown' },
        { type: 'notice.closed' },
        waits('minutes', 'version.resting'),
        answers('readServed', '/assets/one.js'),
        answers('readServed', '/assets/two.js'),
        answers('readServed', null),
        fails('readServed', new Error('gone')),
      ],
    }),
  },
}
