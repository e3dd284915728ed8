import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CONSUMER_LEASE_MS } from '../../../server/events/consumer-lease.ts'
import { startEventPump } from '../../../server/events/event-pump.ts'
import {
  EVENT_RETENTION_MS,
  sweepOutbox,
  UNSENT_EVENT_RETENTION_MS,
  writeEvents,
} from '../../../server/events/outbox.ts'
import { EVENT_KEYS } from '../../../src/api/contract/events.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { openTestServer, START_TIME, type TestServer } from '../../support/server.ts'

const event = (id: string) => ({ key: EVENT_KEYS.updated, id, at: START_TIME.toISOString() })

/** Consumer that records events and can be made unreachable. */
class FakeConsumer {
  readonly received: string[] = []
  isUnreachable = false
  readonly deliver = async (batch: readonly { number: number; event: { id: string } }[]) => {
    if (this.isUnreachable) throw new Error('unreachable')
    this.received.push(...batch.map(({ event }) => event.id))
  }
}

let server: TestServer
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const logged = vi.fn()
const log = {
  warn: (_: unknown, text: string) => logged(text),
  info: (_: unknown, text: string) => logged(text),
} as never
const start = (consumer: FakeConsumer, isShared: boolean) => {
  const { db, events } = server.deps
  const pump = startEventPump({ db, events, log, name: 'broker', isShared, deliver: consumer.deliver })
  stops.push(pump.stop)
  return pump
}
const write = async (...ids: string[]) => {
  for (const id of ids) await writeEvents(server.deps.db, 'somebody', [event(id)])
  await server.deps.relay.catchUp()
}
/** Waits until the pump has registered its consumer. The pump forwards later events only. */
const waitUntilStarted = () =>
  vi.waitFor(async () => {
    expect(await server.deps.db.selectFrom('event_consumers').select('holder').execute()).not.toEqual([])
  })
const arrived = (consumer: FakeConsumer, ...ids: string[]) =>
  vi.waitFor(() => expect(consumer.received).toEqual(ids), 5000)

describe('the event pump', () => {
  beforeAll(async () => {
    server = await openTestServer()
  })
  beforeEach(() => {
    logged.mockReset()
    return server.reset()
  })
  afterAll(() => server.close())

  test('forwards all events written since the consumer was added, each one once and in the order of writing', async () => {
    await write('before')
    const consumer = new FakeConsumer()
    start(consumer, false)
    await waitUntilStarted()
    await write('a', 'b')
    await write('c')
    await arrived(consumer, 'a', 'b', 'c')
  })

  test('resumes at its position after a restart, including events written in between', async () => {
    const [first, second] = [new FakeConsumer(), new FakeConsumer()]
    const { stop } = start(first, false)
    await waitUntilStarted()
    await write('a')
    await arrived(first, 'a')
    await stop()
    await write('b', 'c')
    start(second, false)
    await arrived(second, 'b', 'c')
    expect(first.received).toEqual(['a'])
  })

  test('redelivers a whole batch after a failed delivery, and logs the outage and its end once each', async () => {
    const consumer = new FakeConsumer()
    start(consumer, false)
    await waitUntilStarted()
    consumer.isUnreachable = true
    await write('a', 'b')
    await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(1))
    consumer.isUnreachable = false
    await arrived(consumer, 'a', 'b')
    await vi.waitFor(() =>
      expect(logged.mock.calls.flat()).toEqual(['events cannot be delivered', 'event delivery has resumed']),
    )
  })

  test('is inactive from a failed delivery until the next successful delivery', async () => {
    const consumer = new FakeConsumer()
    const pump = start(consumer, false)
    await vi.waitFor(() => expect(pump.isActive).toBe(true))
    consumer.isUnreachable = true
    await write('a')
    await vi.waitFor(() => expect(pump.isActive).toBe(false))
    consumer.isUnreachable = false
    await vi.waitFor(() => expect(pump.isActive).toBe(true))
  })

  test('forwards 450 events, which fill more than two batches', async () => {
    const consumer = new FakeConsumer()
    start(consumer, false)
    await waitUntilStarted()
    const ids = Array.from({ length: 450 }, (_, n) => String(n))
    await writeEvents(server.deps.db, 'somebody', ids.map(event))
    await server.deps.relay.catchUp()
    await arrived(consumer, ...ids)
  })

  test('protects events that a consumer has not received from deletion after 7 days, but not forever', async () => {
    const consumer = new FakeConsumer()
    const { stop } = start(consumer, false)
    await waitUntilStarted()
    await write('received')
    await arrived(consumer, 'received')
    await stop()
    await write('not received')
    const left = async (age: number) => {
      await server.deps.db
        .updateTable('outbox')
        .set({ written_at: new Date(Date.now() - age) } as never)
        .execute()
      await sweepOutbox(server.deps.db)
      const rows = await server.deps.db.selectFrom('outbox').select('asset_id').orderBy('position').execute()
      return rows.map((row) => row.asset_id)
    }
    expect(await left(EVENT_RETENTION_MS - 60_000)).toEqual(['received', 'not received'])
    expect(await left(EVENT_RETENTION_MS + 60_000)).toEqual(['not received'])
    expect(await left(UNSENT_EVENT_RETENTION_MS + 60_000)).toEqual([])
  })
})

test('events deleted before a consumer received them are logged as lost once, and the pump continues', async () => {
  server = await openTestServer()
  const { db, events } = server.deps
  const reportLoss = vi.fn()
  const first = new FakeConsumer()
  const { stop } = start(first, false)
  await waitUntilStarted()
  await write('received')
  await arrived(first, 'received')
  await stop()
  await write('forgotten', 'forgotten too')
  await db.deleteFrom('outbox').execute()
  const consumer = new FakeConsumer()
  const error = (details: object) => reportLoss(details)
  const reads = vi.spyOn(events, 'subscribe')
  const pump = startEventPump({
    db,
    events,
    log: { ...(log as object), error } as never,
    name: 'broker',
    isShared: false,
    deliver: consumer.deliver,
  })
  stops.push(pump.stop)
  await vi.waitFor(() => expect(reportLoss.mock.calls).toEqual([[{ name: 'broker', lost: 2 }]]))
  // The pump stores the position after it has logged the loss.
  await vi.waitFor(async () => {
    const row = await db.selectFrom('event_consumers').select('position').executeTakeFirstOrThrow()
    expect(Number(row.position)).toBe(events.last)
  })
  await write('next')
  await arrived(consumer, 'next')
  expect([reportLoss.mock.calls.length, reads.mock.calls.length]).toEqual([1, 1])
  await pump.stop()
  await server.close()
})

describe.skipIf(postgresSkipReason)(
  `event pumps that share a PostgreSQL${postgresSkipReason ? `: ${postgresSkipReason}` : ''}`,
  () => {
    let postgres: TestPostgres
    beforeAll(async () => {
      postgres = await TestPostgres.create()
      server = await openTestServer({ url: postgres.url })
    })
    beforeEach(() => server.reset())
    afterAll(async () => {
      await server.close()
      await postgres.remove()
    })

    const holder = () =>
      server.deps.db.selectFrom('event_consumers').select(['holder', 'held_until']).executeTakeFirstOrThrow()

    test('forward each event once, and another process continues when the forwarding one stops', async () => {
      const consumers = [new FakeConsumer(), new FakeConsumer(), new FakeConsumer()]
      const running = consumers.map((consumer) => start(consumer, true))
      await waitUntilStarted()
      await write('a', 'b', 'c')
      const all = () => consumers.flatMap(({ received }) => received)
      await vi.waitFor(() => expect(all()).toEqual(['a', 'b', 'c']), 5000)
      const first = consumers.findIndex(({ received }) => received.length > 0)
      const { holder: was } = await holder()
      await running[first]!.stop()
      // The lease is free now, or another pump holds it.
      expect((await holder()).holder).not.toBe(was)
      await write('d')
      await vi.waitFor(() => expect(all().sort()).toEqual(['a', 'b', 'c', 'd']), CONSUMER_LEASE_MS)
      expect(consumers[first]!.received).toEqual(['a', 'b', 'c'])
    })

    test('take over from a crashed process once its lease has expired, not before', async () => {
      const { db, events } = server.deps
      await db
        .insertInto('event_consumers')
        .values({
          name: 'broker',
          position: String(events.last),
          holder: 'killed',
          held_until: new Date(Date.now() + 60_000),
        })
        .execute()
      const consumer = new FakeConsumer()
      start(consumer, true)
      await write('a')
      await vi.waitFor(async () => expect((await holder()).holder).toBe('killed'))
      expect(consumer.received).toEqual([])
      await db
        .updateTable('event_consumers')
        .set({ held_until: new Date(Date.now() - 1000) })
        .execute()
      await arrived(consumer, 'a')
    })

    test('do not store a position after losing the lease', async () => {
      const { db } = server.deps
      const consumer = new FakeConsumer()
      const taking = vi.fn(consumer.deliver)
      const { stop } = startEventPump({
        db,
        events: server.deps.events,
        log,
        name: 'broker',
        isShared: true,
        deliver: async (batch) => {
          await taking(batch)
          await db
            .updateTable('event_consumers')
            .set({ holder: 'another', held_until: new Date(Date.now() + 60_000) })
            .execute()
        },
      })
      stops.push(stop)
      await waitUntilStarted()
      const { position } = await db.selectFrom('event_consumers').select('position').executeTakeFirstOrThrow()
      await write('a')
      await arrived(consumer, 'a')
      await stop()
      expect(await db.selectFrom('event_consumers').select(['position', 'holder']).executeTakeFirst()).toEqual({
        position,
        holder: 'another',
      })
    })
  },
)
