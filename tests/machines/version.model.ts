import { versionMachine } from '../../src/machines/version.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../support/model/model.ts'

export const versionModels: MachineModels = {
  models: {
    'a page and the served version': defineModel({
      machine: versionMachine,
      input: { own: '/assets/one.js' },
      events: [
        { type: 'page.shown' },
        { type: 'notice.closed' },
        delayElapsed('minutes', 'version.resting'),
        actorDone('readServed', '/assets/one.js'),
        actorDone('readServed', '/assets/two.js'),
        actorDone('readServed', null),
        actorFailed('readServed', new Error('gone')),
      ],
    }),
  },
}
