import { ApiError } from '../../../src/api/contract/errors.ts'
import { liveMachine } from '../../../src/machines/watch/live.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const tooManyRequests = (retryAfter?: number) => new ApiError('http', 'events', { status: 429, retryAfter })
export const lockedEvent = { key: 'asset.v1.locked', id: 'a', at: '2026-11-01T08:00:00.000Z' } as const

export const liveModels: MachineModels = {
  listeners: {
    'asset.changed': ['src/live-events.ts'],
    'gap.found': ['src/live-events.ts'],
    'presence.changed': ['src/live-events.ts'],
  },
  models: {
    'live events': defineModel({
      machine: liveMachine,
      isEndless: true,
      events: [
        { type: 'subscriber.added' },
        { type: 'subscriber.removed' },
        { type: 'stream.opened' },
        { type: 'event.received', event: lockedEvent, eventId: 'x-1' },
        { type: 'gap.found' },
        { type: 'presence.received', assetId: 'a' },
        { type: 'stream.refused', retryAfter: 30 },
        actorDone('readEvents'),
        actorFailed('readEvents', new Error('gone')),
        actorFailed('readEvents', tooManyRequests(30)),
        delayElapsed('backoff', 'live.backingOff'),
      ],
      contextKey: ({ lastEventId, failures, retryAfter }) => [lastEventId, failures, retryAfter],
      isEnd: ({ context }) => context.failures > 1,
      emittedInvariants: {
        'nothing is emitted that was not received': (emitted, happenings) =>
          emitted.length <=
          happenings.filter(({ type }) => ['gap.found', 'event.received', 'presence.received'].includes(type)).length,
      },
    }),
  },
}
