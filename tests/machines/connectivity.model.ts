import { connectivityMachine } from '../../src/machines/connectivity.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../support/model/model.ts'

export const connectivityModels: MachineModels = {
  models: {
    'a service that is reachable or not': defineModel({
      machine: connectivityMachine,
      events: [
        { type: 'try.failed' },
        { type: 'try.answered' },
        { type: 'browser.wentOffline' },
        { type: 'browser.cameOnline' },
        actorDone('probe'),
        actorFailed('probe', new Error('gone')),
        delayElapsed('patience', 'connectivity.away.waiting'),
      ],
      invariants: {
        'a failed request is not shown as an outage before the service was probed': ({ value, ...snapshot }) =>
          value !== 'doubted' || !snapshot.hasTag('away'),
      },
      isEndless: true,
    }),
  },
}
