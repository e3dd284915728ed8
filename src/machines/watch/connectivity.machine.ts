import { setup } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'

type ConnectivityEvent =
  | { type: 'call.failed' }
  | { type: 'response.received' }
  | { type: 'browser.wentOffline' }
  | { type: 'browser.cameOnline' }

/**
 * Tracks whether the service is reachable. After a failed call, sends a probe before reporting an outage. During an outage,
 * probes repeatedly until a probe or a call succeeds.
 */
export const connectivityMachine = setup({
  types: {} as { events: ConnectivityEvent; tags: 'unreachable' },
  actors: { probeService: placeholderActor<void, void>('probeService') },
  delays: { probeInterval: 5_000 },
}).createMachine({
  id: 'connectivity',
  initial: 'reachable',
  on: { 'response.received': '.reachable', 'browser.wentOffline': '.offline' },
  states: {
    reachable: { on: { 'call.failed': 'verifying' } },
    verifying: {
      invoke: { id: 'probeService', src: 'probeService', onDone: 'reachable', onError: 'unreachable.waiting' },
    },
    unreachable: {
      tags: 'unreachable',
      initial: 'probing',
      states: {
        probing: {
          invoke: { id: 'probeService', src: 'probeService', onDone: '#connectivity.reachable', onError: 'waiting' },
        },
        waiting: { after: { probeInterval: 'probing' } },
      },
    },
    offline: { tags: 'unreachable', on: { 'browser.cameOnline': 'unreachable' } },
  },
})
