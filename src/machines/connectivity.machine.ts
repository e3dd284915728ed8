import { setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'

type ReachEvent =
  | { type: 'try.failed' }
  | { type: 'try.answered' }
  | { type: 'browser.wentOffline' }
  | { type: 'browser.cameOnline' }

/**
 * Tracks whether the service is reachable. After a failed call, sends a probe before reporting an outage. During an outage,
 * probes repeatedly until a probe or a call succeeds.
 */
export const connectivityMachine = setup({
  types: {} as { events: ReachEvent; tags: 'away' },
  actors: { probe: placeholderActor<void, void>('probe') },
  delays: { patience: 5_000 },
}).createMachine({
  id: 'connectivity',
  initial: 'reached',
  on: { 'try.answered': '.reached', 'browser.wentOffline': '.offline' },
  states: {
    reached: { on: { 'try.failed': 'doubted' } },
    doubted: { invoke: { id: 'probe', src: 'probe', onDone: 'reached', onError: 'away.waiting' } },
    away: {
      tags: 'away',
      initial: 'probing',
      states: {
        probing: { invoke: { id: 'probe', src: 'probe', onDone: '#connectivity.reached', onError: 'waiting' } },
        waiting: { after: { patience: 'probing' } },
      },
    },
    offline: { tags: 'away', on: { 'browser.cameOnline': 'away' } },
  },
})
