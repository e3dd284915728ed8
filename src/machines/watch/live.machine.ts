import { assign, emit, setup } from 'xstate'
import { ApiError } from '../../api/contract/errors.ts'
import type { AssetEvent } from '../../api/contract/events.ts'
import { jitteredBackoffMs } from '../../api/contract/jittered-backoff.ts'
import { placeholderActor } from '../placeholder-actor.ts'

/**
 * `lastEventId` identifies the last received event, after which `readEvents` continues. `failures` counts failures in a row.
 * `retryAfter` is in seconds.
 */
interface LiveContext {
  lastEventId: string | undefined
  failures: number
  retryAfter: number
}

export type LiveEvent =
  | { type: 'subscriber.added' }
  | { type: 'subscriber.removed' }
  | { type: 'stream.opened' }
  | { type: 'event.received'; event: AssetEvent; eventId?: string | undefined }
  | { type: 'gap.found' }
  | { type: 'presence.received'; assetId: string }
  | { type: 'stream.refused'; retryAfter: number }

/** Emitted events: a change, a gap in which events may have been missed, or a change of the users present at an asset. */
export type LiveEmitted =
  | { type: 'asset.changed'; event: AssetEvent }
  | { type: 'gap.found' }
  | { type: 'presence.changed'; assetId: string }

/** Maximum delay accepted from the server, in seconds. */
const MAX_RETRY_AFTER_S = 600

/** Live events: reads while there are subscribers, and reconnects with backoff after the last event received. */
export const liveMachine = setup({
  types: {} as { context: LiveContext; events: LiveEvent; emitted: LiveEmitted },
  actors: { readEvents: placeholderActor<void>('readEvents') },
  actions: {
    storeLastEventId: assign({
      lastEventId: ({ context }, params: { eventId?: string | undefined }) => params.eventId ?? context.lastEventId,
    }),
    announceEvent: emit((_, params: { event: AssetEvent }) => ({
      type: 'asset.changed' as const,
      event: params.event,
    })),
    announceGap: emit({ type: 'gap.found' }),
    announcePresence: emit((_, params: { assetId: string }) => ({
      type: 'presence.changed' as const,
      assetId: params.assetId,
    })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    storeRetryAfter: assign({
      retryAfter: (_, params: { retryAfter: number | undefined }) =>
        Math.min(params.retryAfter ?? 0, MAX_RETRY_AFTER_S),
    }),
    clearRetryAfter: assign({ retryAfter: 0 }),
    resetFailures: assign({ failures: 0 }),
    resetStream: assign({ lastEventId: undefined, failures: 0, retryAfter: 0 }),
  },
  delays: {
    // Jitter is added to the server's Retry-After, so that clients refused together do not reconnect together.
    backoff: ({ context }) => context.retryAfter * 1000 + jitteredBackoffMs(context.failures),
  },
}).createMachine({
  id: 'live',
  context: { lastEventId: undefined, failures: 0, retryAfter: 0 },
  initial: 'idle',
  states: {
    idle: { entry: 'resetStream', on: { 'subscriber.added': 'reading' } },
    reading: {
      on: {
        'subscriber.removed': 'idle',
        'stream.opened': { actions: 'resetFailures' },
        'event.received': {
          actions: [
            { type: 'storeLastEventId', params: ({ event }) => event },
            { type: 'announceEvent', params: ({ event }) => event },
          ],
        },
        'gap.found': { actions: 'announceGap' },
        'presence.received': { actions: { type: 'announcePresence', params: ({ event }) => event } },
        // The tab that reads was refused. This tab would read next, and would be refused too.
        'stream.refused': {
          target: 'backingOff',
          actions: ['countFailure', { type: 'storeRetryAfter', params: ({ event }) => event }],
        },
      },
      invoke: {
        id: 'readEvents',
        src: 'readEvents',
        onDone: 'backingOff',
        onError: {
          target: 'backingOff',
          actions: ['countFailure', { type: 'storeRetryAfter', params: ({ event }) => retryAfterOf(event.error) }],
        },
      },
    },
    backingOff: {
      exit: 'clearRetryAfter',
      on: { 'subscriber.removed': 'idle' },
      after: { backoff: 'reading' },
    },
  },
})

const retryAfterOf = (error: unknown) => ({ retryAfter: error instanceof ApiError ? error.retryAfter : undefined })
