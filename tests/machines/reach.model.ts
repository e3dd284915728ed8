import { reachMachine } from '../../src/machines/reach.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

/** Tries the machine out. */
export const reachModels: Models = {
  models: {
    'a service that is there or not': model({
      machine: reachMachine,
      happenings: [
        { type: 'try.failed' },
        { type: 'try.answered' },
        { type: 'browser.wentOffline' },
        { type: 'browser.cameOnline' },
        answers('probe'),
        fails('probe', new Error('gone')),
        waits('patience', 'reach.away.waiting'),
      ],
      holds: {
        'nobody is told of a try that failed before a sign of life was asked for': ({ value, ...snapshot }) =>
          value !== 'doubted' || !snapshot.hasTag('away'),
      },
      isEndless: true,
    }),
  },
}
