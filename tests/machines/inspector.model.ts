import { inspectorMachine } from '../../src/machines/inspector.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails } from '../support/walk.ts'

/** Tries the machine out. */
export const inspectorModels: Models = {
  models: {
    inspector: model({
      machine: inspectorMachine,
      happenings: [
        { type: 'inspector.opened' },
        { type: 'inspector.closed' },
        { type: 'actor.chosen', actor: 'x:1' },
        { type: 'step.chosen', step: 7, actor: 'x:0' },
        { type: 'step.left' },
        { type: 'file.chosen', file: 'a.json' },
        { type: 'recording.chosen', recording: 'kept' },
        { type: 'recording.left' },
        answers('readFile', 'recording'),
        fails('readFile', new Error('huge')),
      ],
      holds: {
        'a step is looked at exactly while one is chosen': (snapshot) =>
          snapshot.hasTag('looking') === (snapshot.context.step !== null),
        'a reason stands exactly while a file could not be read': (snapshot) =>
          snapshot.hasTag('failed') === (snapshot.context.error !== null),
        'who closes it leaves nothing in it': ({ value, context }) =>
          value !== 'closed' || (context.shown === null && context.step === null),
      },
    }),
  },
}
