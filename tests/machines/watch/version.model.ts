import { versionMachine } from '../../../src/machines/watch/version.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const versionModels: MachineModels = {
  models: {
    'a page and the served version': defineModel({
      machine: versionMachine,
      input: { runningVersion: '/assets/one.js' },
      events: [
        { type: 'page.shown' },
        { type: 'notice.closed' },
        delayElapsed('checkInterval', 'version.idle'),
        actorDone('fetchServedVersion', '/assets/one.js'),
        actorDone('fetchServedVersion', '/assets/two.js'),
        actorDone('fetchServedVersion', null),
        actorFailed('fetchServedVersion', new Error('gone')),
      ],
      invariants: {
        'the page counts as outdated only until the notice is closed': (snapshot) =>
          snapshot.hasTag('stale') === snapshot.matches('stale'),
      },
    }),
  },
}
