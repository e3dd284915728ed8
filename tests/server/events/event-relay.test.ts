import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEventBus, type EventBus } from '../../../server/events/event-bus.ts'
import { createEventRelay, type EventRelay } from '../../../server/events/event-relay.ts'
import { EVENT_RETENTION_MS, numberAllEvents, sweepOutbox, writeEvents } from '../../../server/events/outbox.ts'
import type { AssetEvent } from '../../../src/api/contract/events.ts'
import { captureNotifications, waitForListener } from '../../support/capture-notifications.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { ORIGIN, openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'
import { startWithoutPolling } from '../../support/without-polling.ts'

const event = (id: string): AssetEvent => ({ key: 'asset.v1.updated', id, at: START_TIME.toISOString() })

/** Returns the ids of the events on a bus after a position. */
function receivedSince(events: EventBus, position: number): string[] | 'gap' {
  const read = events.after(position, 100_000)
  return read === 'gap' ? read : read.map(({ event: { id } }) => id)
}

describe('the event relay of a process', () => {
  let server: TestServer
  let admin: TestAccount
  let modelUrl: string

  beforeAll(async () => {
    server = await openTestServer()
  })
  beforeEach(async () => {
    await server.reset()
    admin = await server.account('admin')
    modelUrl = (await server.upload(admin, buildTinyGlb())).url
  })
  afterAll(() => server.close())

  const make = (name: string) => admin.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl } })
  /** Starts another process on the same database. */
  const another = async (db = server.deps.db): Promise<{ events: EventBus; relay: EventRelay }> => {
    const events = createEventBus()
    const relay = createEventRelay({ db, events, log: server.deps.log })
    await relay.start()
    await relay.waitUntilDelivered()
    return { events, relay }
  }

  test('publishes no event of a rolled-back change', async () => {
    const from = server.deps.events.last
    const undone = server.deps.db.transaction().execute(async (trx) => {
      await writeEvents(trx, admin.id, [event('undone')])
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    const { id } = await make('kept')
    expect(receivedSince(server.deps.events, from)).toEqual([id])
  })

  test('publishes unpublished events after a restart, with the same numbers in every process', async () => {
    const from = server.deps.events.last
    // Simulates a process that exits between commit and publication.
    await writeEvents(server.deps.db, admin.id, [event('a'), event('b')])
    const one = await another()
    const other = await another()
    expect([receivedSince(one.events, from), receivedSince(other.events, from)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(one.events.after(from, 10)).toEqual(other.events.after(from, 10))
  })

  test('lets a reader resume at its position after a restart', async () => {
    const { id } = await make('A')
    const position = server.deps.events.last
    await admin.client.assets.update({ id, body: { name: 'B' } })
    const { events } = await another()
    expect(events.positionOf(String(position))).toBe(position)
    const missed = events.after(position, 10)
    expect(missed === 'gap' ? missed : missed.map(({ event: { key } }) => key)).toEqual([
      'asset.v1.updated',
      'asset.v2.updated',
    ])
    const response = await server.fetch(`${ORIGIN}/v1/events`, {
      headers: { authorization: `Bearer ${admin.token}`, 'last-event-id': String(position) },
    })
    const reader = response.body!.getReader()
    let text = ''
    while (!text.includes('asset.v2.updated')) text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number))).toEqual([
      position + 1,
      position + 2,
    ])
  })

  test('sends no gap to a reader that already received later events from another process', async () => {
    await writeEvents(server.deps.db, admin.id, [event('a'), event('b')])
    const { events } = await another()
    expect(server.deps.events.last).toBe(events.last - 2)
    const response = await server.fetch(`${ORIGIN}/v1/events`, {
      headers: { authorization: `Bearer ${admin.token}`, 'last-event-id': String(events.last) },
    })
    const { id } = await make('next')
    const reader = response.body!.getReader()
    let text = ''
    while (!text.includes('asset.v1.created')) text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    expect([text.includes('event: gap'), [...text.matchAll(/"id":"([^"]+)"/g)].map(([, it]) => it)]).toEqual([
      false,
      [id],
    ])
  })

  test('neither reuses nor skips event numbers, even after all numbered events were deleted', async () => {
    const from = server.deps.events.last
    await make('A')
    await sql`update outbox set written_at = written_at - make_interval(secs => ${EVENT_RETENTION_MS / 1000 + 1})`.execute(
      server.deps.db,
    )
    await sweepOutbox(server.deps.db)
    expect(await server.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    const restarted = await another()
    expect([restarted.events.last, restarted.events.positionOf(String(from))]).toEqual([from + 1, 'gap'])
    const { id } = await make('B')
    restarted.relay.wake()
    await restarted.relay.waitUntilDelivered()
    expect(restarted.events.after(from + 1, 10)).toEqual([
      expect.objectContaining({ number: from + 2, event: expect.objectContaining({ id }) }),
    ])
  })

  test('retains the events of the last seven days', async () => {
    await make('A')
    await sql`update outbox set written_at = written_at - make_interval(secs => ${EVENT_RETENTION_MS / 1000 - 60})`.execute(
      server.deps.db,
    )
    await sweepOutbox(server.deps.db)
    expect(await server.deps.db.selectFrom('outbox').select('key').execute()).toEqual([{ key: 'asset.v1.created' }])
  })

  test('logs once that the database is unreachable, and publishes events once it is reachable again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isUnreachable = true
    const db = server.deps.db.withPlugin({
      transformQuery({ node }) {
        if (isUnreachable) throw new Error('unreachable')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const logged: unknown[] = []
    const events = createEventBus()
    events.startAfter(server.deps.events.last)
    const log = { error: (...args: unknown[]) => logged.push(args[1]) } as never
    const relay = createEventRelay({ db, events, log })
    relay.wake()
    await relay.waitUntilDelivered()
    await vi.advanceTimersByTimeAsync(1000)
    await relay.waitUntilDelivered()
    isUnreachable = false
    const from = server.deps.events.last
    await writeEvents(server.deps.db, admin.id, [event('late')])
    await vi.advanceTimersByTimeAsync(1000)
    await relay.waitUntilDelivered()
    expect([receivedSince(events, from), logged]).toEqual([['late'], ['events cannot be published']])
    await relay.stop()
    vi.useRealTimers()
  })

  test('is woken by requests that write, not by requests that only read', async () => {
    const wake = vi.spyOn(server.deps.relay, 'wake')
    await admin.client.assets.list()
    expect(wake).not.toHaveBeenCalled()
    await make('A')
    expect(wake).toHaveBeenCalledTimes(1)
    await expect(admin.client.assets.remove({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(wake).toHaveBeenCalledTimes(2)
  })
})

describe.skipIf(postgresSkipReason)(
  `event relays that share a PostgreSQL database${postgresSkipReason ? `: ${postgresSkipReason}` : ''}`,
  () => {
    let postgres: TestPostgres
    let server: TestServer
    const stops: (() => Promise<void>)[] = []

    beforeAll(async () => {
      postgres = await TestPostgres.create()
      server = await openTestServer({ url: postgres.url })
    })
    beforeEach(() => server.reset())
    afterEach(async () => {
      for (const stop of stops.splice(0)) await stop()
    })
    afterAll(async () => {
      await server.close()
      await postgres.remove()
    })

    const join = async () => {
      const events = createEventBus()
      const relay = createEventRelay({ db: server.deps.db, events, log: server.deps.log, url: postgres.url })
      await relay.start()
      stops.push(relay.stop)
      return { events, relay }
    }
    const write = (id: string) => writeEvents(server.deps.db, 'somebody', [event(id)])

    test('miss no event whose transaction began first and was committed last', async () => {
      const { events, relay } = await join()
      const from = events.last
      let commit = () => {}
      let startCommit = () => {}
      const committing = new Promise<void>((resolve) => {
        commit = resolve
      })
      const started = new Promise<void>((resolve) => {
        startCommit = resolve
      })
      const first = server.deps.db.transaction().execute(async (trx) => {
        await writeEvents(trx, 'somebody', [event('begun first')])
        startCommit()
        await committing
      })
      await started
      await write('committed first')
      relay.wake()
      await vi.waitFor(() => expect(receivedSince(events, from)).toEqual(['committed first']))
      commit()
      await first
      relay.wake()
      await vi.waitFor(() => expect(receivedSince(events, from)).toEqual(['committed first', 'begun first']))
    })

    test('publish 400 events written by four processes once each, in the same order in every process', async () => {
      const all = await Promise.all([join(), join(), join(), join()])
      const from = Math.max(...all.map(({ events }) => events.last))
      await Promise.all(
        all.map(async ({ relay }, writer) => {
          for (let n = 0; n < 100; n += 1) {
            await write(String(writer * 100 + n))
            relay.wake()
          }
        }),
      )
      await vi.waitFor(() => {
        for (const { events } of all) expect(events.last).toBe(from + 400)
      })
      const [one, ...others] = all.map(({ events }) => events.after(from, 1000))
      for (const other of others) expect(other).toEqual(one)
      expect([...(receivedSince(all[0]!.events, from) as string[])].sort()).toEqual(
        Array.from({ length: 400 }, (_, n) => String(n)).sort(),
      )
    })

    test('publish an event once another process has numbered it, without polling', async () => {
      const { events, relay } = await startWithoutPolling(join)
      await waitForListener(server.deps.db, 'events')
      await relay.catchUp()
      const from = events.last
      await write('numbered elsewhere')
      const numbered = await captureNotifications(postgres.url, 'events', () => numberAllEvents(server.deps.db))
      expect(numbered).toEqual([String(from + 1)])
      await vi.waitFor(() => expect(receivedSince(events, from)).toEqual(['numbered elsewhere']))
    })

    test('publish an event that was numbered while the notification connection was lost, without polling', async () => {
      const { events, relay } = await startWithoutPolling(join)
      await waitForListener(server.deps.db, 'events')
      await relay.catchUp()
      const from = events.last
      await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where query = 'listen "events"'`.execute(
        server.deps.db,
      )
      await write('missed')
      await numberAllEvents(server.deps.db)
      await vi.waitFor(() => expect(receivedSince(events, from)).toEqual(['missed']))
    })

    test('publish an event whose writer exited before publishing it', async () => {
      const { events, relay } = await join()
      // Without this wait, the relay would read the event when it starts to listen, not when it polls.
      await waitForListener(server.deps.db, 'events')
      await relay.catchUp()
      const from = events.last
      await write('left behind')
      await vi.waitFor(() => expect(receivedSince(events, from)).toEqual(['left behind']), 5000)
    })

    test('publish the events of an asset in the order of its changes', async () => {
      const { events } = await join()
      const from = events.last
      const admin = await server.account('admin')
      const modelUrl = (await server.upload(admin, buildTinyGlb())).url
      const { id } = await admin.client.assets.create({ body: { name: '0', type: 'top', gender: 'male', modelUrl } })
      for (let round = 0; round < 4; round += 1) {
        const names = Array.from({ length: 5 }, (_, n) => `Round ${round}, ${n}`)
        await Promise.all(names.map((name) => admin.client.assets.update({ id, body: { name } })))
      }
      await vi.waitFor(() => expect((receivedSince(events, from) as string[]).length).toBe(41), 5000)
      const received = events.after(from, 100)
      const times = received === 'gap' ? [] : received.map(({ event }) => Date.parse(event.at))
      expect(times).toHaveLength(41)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    })
  },
)
