import { assign, emit, setup } from 'xstate'
import type { AssetEvent } from '../api/contract/events.ts'
import { provided } from './provided.ts'

/** Where reading stands: the last event it got to (`readEvents` goes on after it), and how often in a row it failed. */
interface LiveContext {
  after: string | undefined
  failures: number
}

export type LiveEvent =
  | { type: 'reader.joined' }
  | { type: 'reader.left' }
  | { type: 'stream.opened' }
  | { type: 'event.received'; event: AssetEvent; eventId?: string | undefined }
  | { type: 'gap.found' }

/** What is told: an event, or that some may have been missed. */
export type LiveEmitted = { type: 'asset.changed'; event: AssetEvent } | { type: 'gap.found' }

/** First wait before reading again in milliseconds, doubled at each failure up to the last (Spec §9). */
const BACKOFF_BASE = 300
const BACKOFF_LAST = 5

/** Live events: read while somebody wants them, again after a pause when they break off, from where they were. */
export const liveMachine = setup({
  types: {} as { context: LiveContext; events: LiveEvent; emitted: LiveEmitted },
  actors: { readEvents: provided<void>('readEvents') },
  actions: {
    keepPlace: assign({
      after: ({ context }, params: { eventId?: string | undefined }) => params.eventId ?? context.after,
    }),
    announceEvent: emit((_, params: { event: AssetEvent }) => ({
      type: 'asset.changed' as const,
      event: params.event,
    })),
    announceGap: emit({ type: 'gap.found' }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
    forgetPlace: assign({ after: undefined, failures: 0 }),
  },
  delays: {
    backoff: ({ context }) => (Math.random() + 0.4) * BACKOFF_BASE * 2 ** Math.min(context.failures, BACKOFF_LAST),
  },
}).createMachine({
  id: 'live',
  context: { after: undefined, failures: 0 },
  initial: 'unwanted',
  states: {
    unwanted: { entry: 'forgetPlace', on: { 'reader.joined': 'reading' } },
    reading: {
      on: {
        'reader.left': 'unwanted',
        'stream.opened': { actions: 'forgetFailures' },
        'event.received': {
          actions: [
            { type: 'keepPlace', params: ({ event }) => event },
            { type: 'announceEvent', params: ({ event }) => event },
          ],
        },
        'gap.found': { actions: 'announceGap' },
      },
      invoke: {
        id: 'readEvents',
        src: 'readEvents',
        onDone: 'pausing',
        onError: { target: 'pausing', actions: 'countFailure' },
      },
    },
    pausing: { on: { 'reader.left': 'unwanted' }, after: { backoff: 'reading' } },
  },
})
