import { connectivityMachine } from '../../../src/machines/watch/connectivity.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const connectivityModels: MachineModels = {
  models: {
    'a service that is reachable or not': defineModel({
      machine: connectivityMachine,
      events: [
        { type: 'call.failed' },
        { type: 'response.received' },
        { type: 'browser.wentOffline' },
        { type: 'browser.cameOnline' },
        actorDone('probeService'),
        actorFailed('probeService', new Error('gone')),
        delayElapsed('probeInterval', 'connectivity.unreachable.waiting'),
      ],
      invariants: {
        'a failed request is not shown as an outage before the service was probed': ({ value, ...snapshot }) =>
          value !== 'verifying' || !snapshot.hasTag('unreachable'),
      },
      isEndless: true,
    }),
  },
}
