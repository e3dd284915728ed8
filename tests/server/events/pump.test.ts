import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LEASE_MS } from '../../../server/events/consumer-place.ts'
import { OUTBOX_MS, sweepOutbox, UNSENT_MS, writeEvents } from '../../../server/events/outbox.ts'
import { startPump } from '../../../server/events/pump.ts'
import { EVENT_KEYS } from '../../../src/api/contract/events.ts'
import { noPostgres, TestPostgres } from '../../support/postgres.ts'
import { BEGINNING, openTestServer, type TestServer } from '../../support/server.ts'

const event = (id: string) => ({ key: EVENT_KEYS.updated, id, at: BEGINNING.toISOString() })

/** Somebody who is passed events on to: what arrived, and whether they take anything at the moment. */
class Taker {
  readonly taken: string[] = []
  isAway = false
  readonly deliver = async (batch: readonly { number: number; event: { id: string } }[]) => {
    if (this.isAway) throw new Error('away')
    this.taken.push(...batch.map(({ event }) => event.id))
  }
}

let server: TestServer
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const said = vi.fn()
const log = { warn: (_: unknown, text: string) => said(text), info: (_: unknown, text: string) => said(text) } as never
const start = (taker: Taker, isShared: boolean) => {
  const { db, events } = server.deps
  const { stop } = startPump({ db, events, log, name: 'broker', isShared, deliver: taker.deliver })
  stops.push(stop)
  return stop
}
const write = async (...ids: string[]) => {
  for (const id of ids) await writeEvents(server.deps.db, 'somebody', [event(id)])
  await server.deps.relay.caughtUp()
}
/** The pump is known to the store from its first question on, and passes on what happens after that. */
const begun = () =>
  vi.waitFor(async () => {
    expect(await server.deps.db.selectFrom('event_consumers').select('holder').execute()).not.toEqual([])
  })
const arrived = (taker: Taker, ...ids: string[]) => vi.waitFor(() => expect(taker.taken).toEqual(ids), 5000)

describe('events are passed on', () => {
  beforeAll(async () => {
    server = await openTestServer()
  })
  beforeEach(() => {
    said.mockReset()
    return server.reset()
  })
  afterAll(() => server.close())

  test('from the beginning of a consumer on, in order, each once', async () => {
    await write('before')
    const taker = new Taker()
    start(taker, false)
    await begun()
    await write('a', 'b')
    await write('c')
    await arrived(taker, 'a', 'b', 'c')
  })

  test('after a restart from where they were, also those that were written meanwhile', async () => {
    const [first, second] = [new Taker(), new Taker()]
    const stop = start(first, false)
    await begun()
    await write('a')
    await arrived(first, 'a')
    await stop()
    await write('b', 'c')
    start(second, false)
    await arrived(second, 'b', 'c')
    expect(first.taken).toEqual(['a'])
  })

  test('again, all of a batch, where they did not arrive; that is said once, and that it is over', async () => {
    const taker = new Taker()
    start(taker, false)
    await begun()
    taker.isAway = true
    await write('a', 'b')
    await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(1))
    taker.isAway = false
    await arrived(taker, 'a', 'b')
    await vi.waitFor(() =>
      expect(said.mock.calls.flat()).toEqual(['events cannot be passed on', 'events are passed on again']),
    )
  })

  test('also 450 of them, in batches', async () => {
    const taker = new Taker()
    start(taker, false)
    await begun()
    const ids = Array.from({ length: 450 }, (_, n) => String(n))
    await writeEvents(server.deps.db, 'somebody', ids.map(event))
    await server.deps.relay.caughtUp()
    await arrived(taker, ...ids)
  })

  test('and kept for a consumer who has not taken them, beyond their seven days, but not for ever', async () => {
    const taker = new Taker()
    const stop = start(taker, false)
    await begun()
    await write('taken')
    await arrived(taker, 'taken')
    await stop()
    await write('not taken')
    const left = async (age: number) => {
      await server.deps.db
        .updateTable('outbox')
        .set({ written_at: new Date(Date.now() - age) } as never)
        .execute()
      await sweepOutbox(server.deps.db)
      const rows = await server.deps.db.selectFrom('outbox').select('asset_id').orderBy('position').execute()
      return rows.map((row) => row.asset_id)
    }
    expect(await left(OUTBOX_MS - 60_000)).toEqual(['taken', 'not taken'])
    expect(await left(OUTBOX_MS + 60_000)).toEqual(['not taken'])
    expect(await left(UNSENT_MS + 60_000)).toEqual([])
  })
})

test('what was forgotten before a consumer took it is said to be lost, once, and it goes on after it', async () => {
  server = await openTestServer()
  const { db, events } = server.deps
  const lost = vi.fn()
  const first = new Taker()
  const stop = start(first, false)
  await begun()
  await write('taken')
  await arrived(first, 'taken')
  await stop()
  await write('forgotten', 'forgotten too')
  await db.deleteFrom('outbox').execute()
  const taker = new Taker()
  const error = (told: object) => lost(told)
  const reads = vi.spyOn(events, 'watch')
  const pump = startPump({
    db,
    events,
    log: { ...(log as object), error } as never,
    name: 'broker',
    isShared: false,
    deliver: taker.deliver,
  })
  stops.push(pump.stop)
  await vi.waitFor(() => expect(lost.mock.calls).toEqual([[{ name: 'broker', lost: 2 }]]))
  // Where it goes on is written down after that was told.
  await vi.waitFor(async () => {
    const place = await db.selectFrom('event_consumers').select('position').executeTakeFirstOrThrow()
    expect(Number(place.position)).toBe(events.last)
  })
  await write('next')
  await arrived(taker, 'next')
  expect([lost.mock.calls.length, reads.mock.calls.length]).toEqual([1, 1])
  await pump.stop()
  await server.close()
})

describe.skipIf(noPostgres)(`several processes over one PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`, () => {
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

  test('pass each event on once, and another goes on where the first has stopped', async () => {
    const takers = [new Taker(), new Taker(), new Taker()]
    const running = takers.map((taker) => start(taker, true))
    await begun()
    await write('a', 'b', 'c')
    const all = () => takers.flatMap(({ taken }) => taken)
    await vi.waitFor(() => expect(all()).toEqual(['a', 'b', 'c']), 5000)
    const first = takers.findIndex(({ taken }) => taken.length > 0)
    const { holder: was } = await holder()
    await running[first]!()
    // Another may have taken over by now.
    expect((await holder()).holder).not.toBe(was)
    await write('d')
    await vi.waitFor(() => expect(all().sort()).toEqual(['a', 'b', 'c', 'd']), LEASE_MS)
    expect(takers[first]!.taken).toEqual(['a', 'b', 'c'])
  })

  test('one that ended without a word is followed once its time is up, not before', async () => {
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
    const taker = new Taker()
    start(taker, true)
    await write('a')
    await vi.waitFor(async () => expect((await holder()).holder).toBe('killed'))
    expect(taker.taken).toEqual([])
    await db
      .updateTable('event_consumers')
      .set({ held_until: new Date(Date.now() - 1000) })
      .execute()
    await arrived(taker, 'a')
  })

  test('one whose right was taken over keeps nothing of where it was', async () => {
    const { db } = server.deps
    const taker = new Taker()
    const taking = vi.fn(taker.deliver)
    const { stop } = startPump({
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
    await begun()
    const { position } = await db.selectFrom('event_consumers').select('position').executeTakeFirstOrThrow()
    await write('a')
    await arrived(taker, 'a')
    await stop()
    expect(await db.selectFrom('event_consumers').select(['position', 'holder']).executeTakeFirst()).toEqual({
      position,
      holder: 'another',
    })
  })
})
