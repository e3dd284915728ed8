import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { liveMachine } from '../../src/machines/live.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { fails, startWalk, waits } from '../support/walk.ts'
import { event, liveModels, refused } from './live.model.ts'

followsRecord('live', liveModels)

test('what breaks off is read again from where it was, and told to whoever listens', () => {
  const { actor, emitted, happens } = startWalk(liveMachine)
  happens({ type: 'reader.joined' })
  happens({ type: 'event.received', event, eventId: 'x-7' })
  happens(fails('readEvents', new Error('gone')))
  expect(actor.getSnapshot().value).toBe('pausing')
  happens(waits('backoff', 'live.pausing'))
  expect([actor.getSnapshot().value, actor.getSnapshot().context]).toEqual([
    'reading',
    { after: 'x-7', failures: 1, retryAfter: 0 },
  ])
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
  expect(actor.getSnapshot().context).toEqual({ after: undefined, failures: 0, retryAfter: 0 })
})

describe('a server that says when to come again', () => {
  const reading = () => {
    const clock = new SimulatedClock()
    const tries: number[] = []
    const readEvents = fromPromise(async (): Promise<void> => {
      tries.push(clock.now())
      throw refused(30)
    })
    const actor = createActor(liveMachine.provide({ actors: { readEvents } }), { clock }).start()
    actor.send({ type: 'reader.joined' })
    return { clock, tries, actor, settled: () => new Promise((resolve) => setImmediate(resolve)) }
  }

  test('is left alone for so long, and a little longer', async () => {
    const { clock, tries, settled } = reading()
    for (let second = 0; second < 600; second += 1) {
      await settled()
      clock.increment(1000)
    }
    const waits = tries.slice(1).map((at, i) => at - tries[i]!)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(30_000)
    expect(tries.length).toBeGreaterThan(12)
    expect(tries.length).toBeLessThanOrEqual(20)
  })

  test('is left alone by the tabs that heard of it too, and not for days', () => {
    for (const [told, least, most] of [
      [30, 30_000, 45_000],
      [999_999, 600_000, 615_000],
    ] as const) {
      const { actor, happens } = startWalk(liveMachine)
      happens({ type: 'reader.joined' })
      happens({ type: 'stream.refused', retryAfter: told })
      expect(actor.getSnapshot().value).toBe('pausing')
      const [timer] = Object.values(actor.system.getSnapshot()._scheduledEvents)
      expect(timer!.delay).toBeGreaterThanOrEqual(least)
      expect(timer!.delay).toBeLessThan(most)
      actor.stop()
    }
  })
})
