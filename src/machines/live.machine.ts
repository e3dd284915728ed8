import { assign, emit, setup } from 'xstate'
import { ApiError } from '../api/contract/errors.ts'
import type { AssetEvent } from '../api/contract/events.ts'
import { backoff } from '../api/contract/retry.ts'
import { provided } from './provided.ts'

/**
 * Where reading stands: the last event it got to (`readEvents` goes on after it), how often in a row it failed, and how many
 * seconds the server wants to be left alone.
 */
interface LiveContext {
  after: string | undefined
  failures: number
  retryAfter: number
}

export type LiveEvent =
  | { type: 'reader.joined' }
  | { type: 'reader.left' }
  | { type: 'stream.opened' }
  | { type: 'event.received'; event: AssetEvent; eventId?: string | undefined }
  | { type: 'gap.found' }
  | { type: 'presence.heard'; assetId: string }
  | { type: 'stream.refused'; retryAfter: number }

/** What is told: an event, that some may have been missed, or that somebody came to an asset or left it. */
export type LiveEmitted =
  | { type: 'asset.changed'; event: AssetEvent }
  | { type: 'gap.found' }
  | { type: 'presence.changed'; assetId: string }

/** Whatever a server says, it is asked again after so many seconds. */
const MOST_RETRY_AFTER = 600

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
    announcePresence: emit((_, params: { assetId: string }) => ({
      type: 'presence.changed' as const,
      assetId: params.assetId,
    })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    keepRetryAfter: assign({
      retryAfter: (_, params: { retryAfter: number | undefined }) => Math.min(params.retryAfter ?? 0, MOST_RETRY_AFTER),
    }),
    forgetRetryAfter: assign({ retryAfter: 0 }),
    forgetFailures: assign({ failures: 0 }),
    forgetPlace: assign({ after: undefined, failures: 0, retryAfter: 0 }),
  },
  delays: {
    // On top of what the server says: those who were refused together do not come back together.
    backoff: ({ context }) => context.retryAfter * 1000 + backoff(context.failures),
  },
}).createMachine({
  id: 'live',
  context: { after: undefined, failures: 0, retryAfter: 0 },
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
        'presence.heard': { actions: { type: 'announcePresence', params: ({ event }) => event } },
        // Another tab was refused: this one, which waits to read in its place, would be too.
        'stream.refused': {
          target: 'pausing',
          actions: ['countFailure', { type: 'keepRetryAfter', params: ({ event }) => event }],
        },
      },
      invoke: {
        id: 'readEvents',
        src: 'readEvents',
        onDone: 'pausing',
        onError: {
          target: 'pausing',
          actions: ['countFailure', { type: 'keepRetryAfter', params: ({ event }) => waitOf(event.error) }],
        },
      },
    },
    pausing: {
      exit: 'forgetRetryAfter',
      on: { 'reader.left': 'unwanted' },
      after: { backoff: 'reading' },
    },
  },
})

const waitOf = (error: unknown) => ({ retryAfter: error instanceof ApiError ? error.retryAfter : undefined })
