import { describe, expect, test } from 'vitest'
import { liveMachine } from '../../src/machines/live.machine.ts'
import { answers, fails, startWalk, waits, walkEveryPath } from '../support/walk.ts'

const event = { key: 'asset.v1.locked', id: 'a', at: '2026-11-01T08:00:00.000Z' } as const

describe('live events', () => {
  walkEveryPath(liveMachine, {
    happenings: [
      { type: 'reader.joined' },
      { type: 'reader.left' },
      { type: 'stream.opened' },
      { type: 'event.received', event, eventId: 'x-1' },
      { type: 'gap.found' },
      answers('readEvents'),
      fails('readEvents', new Error('gone')),
      waits('backoff', 'live.pausing'),
    ],
    sees: ({ after, failures }) => [after, failures],
    stopWhen: ({ context }) => context.failures > 1,
    check: ({ emitted }, happenings) => {
      const told = happenings.filter(({ type }) => type === 'gap.found' || type === 'event.received')
      expect(emitted.length).toBeLessThanOrEqual(told.length)
    },
  })
})

test('what breaks off is read again from where it was, and told to whoever listens', () => {
  const { actor, emitted, happens } = startWalk(liveMachine)
  happens({ type: 'reader.joined' })
  happens({ type: 'event.received', event, eventId: 'x-7' })
  happens(fails('readEvents', new Error('gone')))
  expect(actor.getSnapshot().value).toBe('pausing')
  happens(waits('backoff', 'live.pausing'))
  expect([actor.getSnapshot().value, actor.getSnapshot().context]).toEqual(['reading', { after: 'x-7', failures: 1 }])
  happens({ type: 'stream.opened' })
  happens({ type: 'gap.found' })
  expect(actor.getSnapshot().context.failures).toBe(0)
  expect(emitted).toEqual([{ type: 'asset.changed', event }, { type: 'gap.found' }])
})

test('where nobody reads any more the place is forgotten', () => {
  const { actor, happens } = startWalk(liveMachine)
  happens({ type: 'reader.joined' })
  happens({ type: 'event.received', event, eventId: 'x-7' })
  happens({ type: 'reader.left' })
  expect(actor.getSnapshot().context).toEqual({ after: undefined, failures: 0 })
})
