import { inspectorMachine } from '../../src/machines/inspector.machine.ts'
import { actorDone, actorFailed } from '../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../support/model/model.ts'

export const inspectorModels: MachineModels = {
  models: {
    inspector: defineModel({
      machine: inspectorMachine,
      events: [
        { type: 'inspector.opened' },
        { type: 'inspector.closed' },
        { type: 'actor.chosen', actor: 'x:1' },
        { type: 'step.chosen', step: 7, actor: 'x:0' },
        { type: 'step.closed' },
        { type: 'file.chosen', file: 'a.json' },
        { type: 'recording.chosen', recording: 'kept' },
        { type: 'recording.closed' },
        actorDone('readFile', 'recording'),
        actorFailed('readFile', new Error('huge')),
      ],
      invariants: {
        'a step is shown if and only if one is selected': (snapshot) =>
          snapshot.hasTag('viewingStep') === (snapshot.context.step !== null),
        'an error is stored if and only if a file could not be read': (snapshot) =>
          snapshot.hasTag('failed') === (snapshot.context.error !== null),
        'a closed inspector has neither a recording nor a step': ({ value, context }) =>
          value !== 'closed' || (context.recording === null && context.step === null),
      },
    }),
  },
}
