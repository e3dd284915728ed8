import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEvents, type Events } from '../../../server/events/bus.ts'
import { OUTBOX_MS, sweepOutbox, writeEvents } from '../../../server/events/outbox.ts'
import { createRelay, type Relay } from '../../../server/events/relay.ts'
import type { AssetEvent } from '../../../src/api/contract/events.ts'
import { tinyGlb } from '../../support/glb.ts'
import { noPostgres, TestPostgres } from '../../support/postgres.ts'
import { BEGINNING, ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const event = (id: string): AssetEvent => ({ key: 'asset.v1.updated', id, at: BEGINNING.toISOString() })

/** What a bus has heard after a place. */
function heard(events: Events, place: number): string[] | 'gap' {
  const read = events.after(place, 100_000)
  return read === 'gap' ? read : read.map(({ event: { id } }) => id)
}

describe('the relay of a process', () => {
  let server: TestServer
  let admin: TestAccount
  let modelUrl: string

  beforeAll(async () => {
    server = await openTestServer()
  })
  beforeEach(async () => {
    await server.reset()
    admin = await server.account('admin')
    modelUrl = (await server.upload(admin, tinyGlb())).url
  })
  afterAll(() => server.close())

  const make = (name: string) => admin.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl } })
  /** Another process over the same store. */
  const another = async (db = server.deps.db): Promise<{ events: Events; relay: Relay }> => {
    const events = createEvents()
    const relay = createRelay({ db, events, log: server.deps.log })
    await relay.begin()
    await relay.settled()
    return { events, relay }
  }

  test('tells nothing of a change that was undone', async () => {
    const from = server.deps.events.last
    const undone = server.deps.db.transaction().execute(async (trx) => {
      await writeEvents(trx, admin.id, [event('undone')])
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    const { id } = await make('kept')
    expect(heard(server.deps.events, from)).toEqual([id])
  })

  test('tells after a restart what was written and never told, with the places they have everywhere', async () => {
    const from = server.deps.events.last
    // The process ended between the commit and the telling.
    await writeEvents(server.deps.db, admin.id, [event('a'), event('b')])
    const one = await another()
    const other = await another()
    expect([heard(one.events, from), heard(other.events, from)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(one.events.after(from, 10)).toEqual(other.events.after(from, 10))
  })

  test('lets a reader go on after a restart from where they were', async () => {
    const { id } = await make('A')
    const place = server.deps.events.last
    await admin.client.assets.update({ id, body: { name: 'B' } })
    const { events } = await another()
    expect(events.placeOf(String(place))).toBe(place)
    const missed = events.after(place, 10)
    expect(missed === 'gap' ? missed : missed.map(({ event: { key } }) => key)).toEqual([
      'asset.v1.updated',
      'asset.v2.updated',
    ])
    const answer = await server.fetch(`${ORIGIN}/v1/events`, {
      headers: { authorization: `Bearer ${admin.token}`, 'last-event-id': String(place) },
    })
    const reader = answer.body!.getReader()
    let text = ''
    while (!text.includes('asset.v2.updated')) text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number))).toEqual([place + 1, place + 2])
  })

  test('goes on without a gap for a reader whom another process told more than this one has read', async () => {
    await writeEvents(server.deps.db, admin.id, [event('a'), event('b')])
    const { events } = await another()
    expect(server.deps.events.last).toBe(events.last - 2)
    const answer = await server.fetch(`${ORIGIN}/v1/events`, {
      headers: { authorization: `Bearer ${admin.token}`, 'last-event-id': String(events.last) },
    })
    const { id } = await make('next')
    const reader = answer.body!.getReader()
    let text = ''
    while (!text.includes('asset.v1.created')) text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    expect([text.includes('event: gap'), [...text.matchAll(/"id":"([^"]+)"/g)].map(([, it]) => it)]).toEqual([
      false,
      [id],
    ])
  })

  test('gives no place twice and leaves none out, also where all numbers of the store were forgotten', async () => {
    const from = server.deps.events.last
    await make('A')
    await sql`update outbox set written_at = written_at - make_interval(secs => ${OUTBOX_MS / 1000 + 1})`.execute(
      server.deps.db,
    )
    await sweepOutbox(server.deps.db)
    expect(await server.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    const restarted = await another()
    expect([restarted.events.last, restarted.events.placeOf(String(from))]).toEqual([from + 1, 'gap'])
    const { id } = await make('B')
    restarted.relay.wake()
    await restarted.relay.settled()
    expect(restarted.events.after(from + 1, 10)).toEqual([
      expect.objectContaining({ number: from + 2, event: expect.objectContaining({ id }) }),
    ])
  })

  test('keeps what the last seven days wrote', async () => {
    await make('A')
    await sql`update outbox set written_at = written_at - make_interval(secs => ${OUTBOX_MS / 1000 - 60})`.execute(
      server.deps.db,
    )
    await sweepOutbox(server.deps.db)
    expect(await server.deps.db.selectFrom('outbox').select('key').execute()).toEqual([{ key: 'asset.v1.created' }])
  })

  test('says once that the store cannot be asked, and goes on by itself when it can', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isAway = true
    const db = server.deps.db.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new Error('away')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const said: unknown[] = []
    const events = createEvents()
    events.beginAfter(server.deps.events.last)
    const log = { error: (...given: unknown[]) => said.push(given[1]) } as never
    const relay = createRelay({ db, events, log })
    relay.wake()
    await relay.settled()
    await vi.advanceTimersByTimeAsync(1000)
    await relay.settled()
    isAway = false
    const from = server.deps.events.last
    await writeEvents(server.deps.db, admin.id, [event('late')])
    await vi.advanceTimersByTimeAsync(1000)
    await relay.settled()
    expect([heard(events, from), said]).toEqual([['late'], ['events cannot be told']])
    await relay.stop()
    vi.useRealTimers()
  })

  test('is woken by writes alone', async () => {
    const wake = vi.spyOn(server.deps.relay, 'wake')
    await admin.client.assets.list()
    expect(wake).not.toHaveBeenCalled()
    await make('A')
    expect(wake).toHaveBeenCalledTimes(1)
    await expect(admin.client.assets.remove({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(wake).toHaveBeenCalledTimes(2)
  })
})

/** Several processes over one PostgreSQL. */
describe.skipIf(noPostgres)(`relays that share a PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`, () => {
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
    const events = createEvents()
    const relay = createRelay({ db: server.deps.db, events, log: server.deps.log, url: postgres.url })
    await relay.begin()
    stops.push(relay.stop)
    return { events, relay }
  }
  const write = (id: string) => writeEvents(server.deps.db, 'somebody', [event(id)])

  test('an event that was begun first and committed last is missed by nobody', async () => {
    const { events, relay } = await join()
    const from = events.last
    let commit = () => {}
    let begin = () => {}
    const committing = new Promise<void>((resolve) => {
      commit = resolve
    })
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const first = server.deps.db.transaction().execute(async (trx) => {
      await writeEvents(trx, 'somebody', [event('begun first')])
      begin()
      await committing
    })
    await begun
    await write('committed first')
    relay.wake()
    await vi.waitFor(() => expect(heard(events, from)).toEqual(['committed first']))
    commit()
    await first
    relay.wake()
    await vi.waitFor(() => expect(heard(events, from)).toEqual(['committed first', 'begun first']))
  })

  test('four processes that write 400 events side by side tell the same ones in the same order, each once, without holes', async () => {
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
    expect([...(heard(all[0]!.events, from) as string[])].sort()).toEqual(
      Array.from({ length: 400 }, (_, n) => String(n)).sort(),
    )
  })

  test('what a process wrote that ended before it told is told by another, unasked', async () => {
    const { events } = await join()
    const from = events.last
    await write('left behind')
    await vi.waitFor(() => expect(heard(events, from)).toEqual(['left behind']), 5000)
  })

  test('each asset’s events come in the order of its changes', async () => {
    const { events } = await join()
    const from = events.last
    const admin = await server.account('admin')
    const modelUrl = (await server.upload(admin, tinyGlb())).url
    const { id } = await admin.client.assets.create({ body: { name: '0', type: 'top', gender: 'male', modelUrl } })
    for (let round = 0; round < 4; round += 1) {
      const names = Array.from({ length: 5 }, (_, n) => `Round ${round}, ${n}`)
      await Promise.all(names.map((name) => admin.client.assets.update({ id, body: { name } })))
    }
    await vi.waitFor(() => expect((heard(events, from) as string[]).length).toBe(41), 5000)
    const told = events.after(from, 100)
    const times = told === 'gap' ? [] : told.map(({ event }) => Date.parse(event.at))
    expect(times).toHaveLength(41)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })
})
