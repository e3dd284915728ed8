import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { liveMachine } from '../../../src/machines/watch/live.machine.ts'
import { actorFailed, delayElapsed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { liveModels, lockedEvent, tooManyRequests } from './live.model.ts'

describeMachine('live', liveModels)

test('reconnects with the id of the last received event, and emits events and gaps', () => {
  const { actor, emitted, trigger } = startMachineDriver(liveMachine)
  trigger({ type: 'subscriber.added' })
  trigger({ type: 'event.received', event: lockedEvent, eventId: 'x-7' })
  trigger(actorFailed('readEvents', new Error('gone')))
  expect(actor.getSnapshot().value).toBe('backingOff')
  trigger(delayElapsed('backoff', 'live.backingOff'))
  expect([actor.getSnapshot().value, actor.getSnapshot().context]).toEqual([
    'reading',
    { lastEventId: 'x-7', failures: 1, retryAfter: 0 },
  ])
  trigger({ type: 'stream.opened' })
  trigger({ type: 'gap.found' })
  expect(actor.getSnapshot().context.failures).toBe(0)
  expect(emitted).toEqual([{ type: 'asset.changed', event: lockedEvent }, { type: 'gap.found' }])
})

test('discards the id of the last event when the last subscriber unsubscribes', () => {
  const { actor, trigger } = startMachineDriver(liveMachine)
  trigger({ type: 'subscriber.added' })
  trigger({ type: 'event.received', event: lockedEvent, eventId: 'x-7' })
  trigger({ type: 'subscriber.removed' })
  expect(actor.getSnapshot().context).toEqual({ lastEventId: undefined, failures: 0, retryAfter: 0 })
})

describe('Retry-After of the server', () => {
  const reading = () => {
    const clock = new SimulatedClock()
    const tries: number[] = []
    const readEvents = fromPromise(async (): Promise<void> => {
      tries.push(clock.now())
      throw tooManyRequests(30)
    })
    const actor = createActor(liveMachine.provide({ actors: { readEvents } }), { clock }).start()
    actor.send({ type: 'subscriber.added' })
    return { clock, tries, actor, settled: () => new Promise((resolve) => setImmediate(resolve)) }
  }

  test('delays every reconnection by at least that time', async () => {
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

  test('also delays other tabs that are notified of it, but by no more than about 10 minutes', () => {
    for (const [retryAfter, earliest, latest] of [
      [30, 30_000, 45_000],
      [999_999, 600_000, 615_000],
    ] as const) {
      const { actor, trigger } = startMachineDriver(liveMachine)
      trigger({ type: 'subscriber.added' })
      trigger({ type: 'stream.refused', retryAfter })
      expect(actor.getSnapshot().value).toBe('backingOff')
      const [timer] = Object.values(actor.system.getSnapshot()._scheduledEvents)
      expect(timer!.delay).toBeGreaterThanOrEqual(earliest)
      expect(timer!.delay).toBeLessThan(latest)
      actor.stop()
    }
  })
})
