import { setup } from 'xstate'
import { provided } from './provided.ts'

type ReachEvent =
  | { type: 'try.failed' }
  | { type: 'try.answered' }
  | { type: 'browser.wentOffline' }
  | { type: 'browser.cameOnline' }

/**
 * Whether the service can be reached: one try that failed proves nothing, so it is asked for a sign of life before anybody is
 * told; then again and again, until it gives one or answers a call.
 */
export const reachMachine = setup({
  types: {} as { events: ReachEvent; tags: 'away' },
  actors: { probe: provided<void, void>('probe') },
  delays: { patience: 5_000 },
}).createMachine({
  id: 'reach',
  initial: 'reached',
  on: { 'try.answered': '.reached', 'browser.wentOffline': '.offline' },
  states: {
    reached: { on: { 'try.failed': 'doubted' } },
    doubted: { invoke: { id: 'probe', src: 'probe', onDone: 'reached', onError: 'away.waiting' } },
    away: {
      tags: 'away',
      initial: 'probing',
      states: {
        probing: { invoke: { id: 'probe', src: 'probe', onDone: '#reach.reached', onError: 'waiting' } },
        waiting: { after: { patience: 'probing' } },
      },
    },
    offline: { tags: 'away', on: { 'browser.cameOnline': 'away' } },
  },
})
