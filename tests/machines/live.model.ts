import { ApiError } from '../../src/api/contract/errors.ts'
import { liveMachine } from '../../src/machines/live.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export const refused = (retryAfter?: number) => new ApiError('http', 'events', { status: 429, retryAfter })
export const event = { key: 'asset.v1.locked', id: 'a', at: '2026-11-01T08:00:00.000Z' } as const

/** Tries the machine out. */
export const liveModels: Models = {
  listeners: {
    'asset.changed': ['src/live-events.ts'],
    'gap.found': ['src/live-events.ts'],
    'presence.changed': ['src/live-events.ts'],
  },
  models: {
    'live events': model({
      machine: liveMachine,
      isEndless: true,
      happenings: [
        { type: 'reader.joined' },
        { type: 'reader.left' },
        { type: 'stream.opened' },
        { type: 'event.received', event, eventId: 'x-1' },
        { type: 'gap.found' },
        { type: 'presence.heard', assetId: 'a' },
        { type: 'stream.refused', retryAfter: 30 },
        answers('readEvents'),
        fails('readEvents', new Error('gone')),
        fails('readEvents', refused(30)),
        waits('backoff', 'live.pausing'),
      ],
      sees: ({ after, failures, retryAfter }) => [after, failures, retryAfter],
      stopWhen: ({ context }) => context.failures > 1,
      tells: {
        'nothing is told that was not read': (emitted, happenings) =>
          emitted.length <=
          happenings.filter(({ type }) => ['gap.found', 'event.received', 'presence.heard'].includes(type)).length,
      },
    }),
  },
}
