import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../../server/boot/app.ts'
import { createEventBus } from '../../../server/events/event-bus.ts'
import { createEventStreams, MAX_BUFFERED_BYTES } from '../../../server/events/event-streams.ts'
import { ReaderGroup } from '../../../server/events/reader-group.ts'
import { EVENT_KEYS } from '../../../src/api/contract/events.ts'
import {
  createGuestCaller,
  createSeparateStreams,
  createStreamRequest,
  createTestEvent,
  parseEvents,
  parseKeysAndIds,
  readStream,
} from '../../support/event-streams.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { observeStatements } from '../../support/observe-statements.ts'
import { publishEvent } from '../../support/publish-event.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

/** Limits that no test here reaches. */
const MANY_STREAMS = { caps: { perAccount: 5000, perAddress: 5000 } }

describe('the service of event streams', () => {
  let server: TestServer
  let admin: TestAccount
  let model: string

  beforeAll(async () => {
    server = await openTestServer()
  })
  beforeEach(async () => {
    await server.reset()
    admin = await server.account('admin')
    model = (await server.upload(admin, buildTinyGlb())).url
  })
  afterAll(() => server.close())

  const make = (name: string) =>
    admin.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl: model } })

  test('sends heartbeats, and ends when the token expires or the server stops', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const streamsWithHeartbeat = createSeparateStreams(server.deps, { heartbeatMs: 10 }).streams
    const whole = streamsWithHeartbeat.open(createStreamRequest({ lifeMs: 35 })).text()
    await vi.advanceTimersByTimeAsync(35)
    expect(await whole).toBe(`retry: 3000\n\n${':\n\n'.repeat(3)}`)
    vi.useRealTimers()
    // Uses the default heartbeat interval. An earlier heartbeat would be read instead of the event.
    const { streams, events } = createSeparateStreams(server.deps)
    const other = streams.open(createStreamRequest())
    const reader = other.body!.getReader()
    await reader.read()
    publishEvent(events, createTestEvent('a'))
    const { value } = await reader.read()
    expect(parseKeysAndIds(new TextDecoder().decode(value))).toEqual([[EVENT_KEYS.updated, 'a']])
    events.close()
    expect((await reader.read()).done).toBe(true)
  })

  test('disconnects a slow reader beyond a maximum of buffered bytes, and lets the reader resume', async () => {
    const { streams, events } = createSeparateStreams(server.deps)
    let isCut = false
    const response = streams.open(createStreamRequest({ destroyConnection: () => (isCut = true) }))
    let published = 0
    while (!isCut) {
      for (let i = 0; i < 100; i += 1) publishEvent(events, createTestEvent(String(published++)))
      await turn()
      expect(published).toBeLessThan(20_000)
    }
    const text = await response.text()
    const got = parseEvents(text)
    expect(text.length).toBeGreaterThan(MAX_BUFFERED_BYTES)
    expect(text.length).toBeLessThan(MAX_BUFFERED_BYTES * 1.5)
    expect(got.map(({ id }) => id)).toEqual(got.map((_, i) => String(i)))
    const lastId = [...text.matchAll(/^id: (.+)$/gm)].at(-1)![1]!
    const again = parseEvents(await readStream(streams.open(createStreamRequest({ after: lastId })), 1))
    expect(again[0]!.id).toBe(String(got.length))
  })

  test('queries the database once per event for readers with equal rights, never for readers of all assets', async () => {
    const { streams, events, statementCount } = createSeparateStreams(server.deps, MANY_STREAMS)
    const ids: string[] = []
    for (let i = 0; i < 30; i += 1) ids.push((await make(`A${i}`)).id)
    const shown = ids.filter((_, i) => i % 3 === 0)
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).where('id', 'in', shown).execute()
    // Guests, each with their own rules.
    const readers = Array.from({ length: 2000 }, (_, n) =>
      streams.open(createStreamRequest({ caller: createGuestCaller(`guest-${n}`) })),
    )
    const viewers = Array.from({ length: 100 }, () => streams.open(createStreamRequest()))
    await turn()
    expect(statementCount()).toBe(0)
    // Publishes events one by one, so that none are batched. Each event causes at most one query.
    const reading = readers.map((response) => readStream(response, shown.length))
    for (const id of ids) {
      publishEvent(events, createTestEvent(id))
      await turn()
    }
    const texts = await Promise.all(reading)
    expect(new Set(texts).size).toBe(1)
    expect(parseKeysAndIds(texts[0]!).map(([, id]) => id)).toEqual(shown)
    expect(statementCount()).toBeGreaterThan(0)
    expect(statementCount()).toBeLessThanOrEqual(ids.length)
    const all = await Promise.all(viewers.map((response) => readStream(response, ids.length)))
    expect(new Set(all.map((text) => parseKeysAndIds(text).length))).toEqual(new Set([ids.length]))
    // All readers reconnect at the same time from the same position, and share queries again.
    const before = statementCount()
    const lastId = /^id: (.+)$/m.exec(texts[0]!)![1]!
    const returning = Array.from({ length: 2000 }, () =>
      streams.open(createStreamRequest({ caller: createGuestCaller('guest'), after: lastId })),
    )
    const rest = await Promise.all(returning.map((response) => readStream(response, shown.length - 1)))
    expect(new Set(rest.map((text) => parseKeysAndIds(text).length))).toEqual(new Set([shown.length - 1]))
    expect(statementCount() - before).toBeLessThanOrEqual(2)
  })

  test('2,000 connected readers add at most one SQL statement to a request for the asset list', async () => {
    const statements: string[] = []
    const db = observeStatements(server.deps.db, (kind) => statements.push(kind))
    const app = createApp({ ...server.deps, db })
    const list = async () => {
      const before = statements.length
      const response = await app.fetch(
        new Request(`${ORIGIN}/v1/assets`, { headers: { authorization: `Bearer ${admin.token}` } }),
      )
      expect(response.status).toBe(200)
      return statements.length - before
    }
    const unloaded = await list()
    const streams = createEventStreams({ ...server.deps, db }, MANY_STREAMS)
    const readers = Array.from({ length: 2000 }, () =>
      streams.open(createStreamRequest({ caller: createGuestCaller('guest') })),
    )
    const { id } = await make('A')
    for (let i = 0; i < 50; i += 1) publishEvent(server.deps.events, createTestEvent(id))
    expect(await list()).toBeLessThanOrEqual(unloaded + 1)
    publishEvent(server.deps.events, createTestEvent(id))
    expect(await list()).toBeLessThanOrEqual(unloaded + 1)
    await Promise.all(readers.map(({ body }) => body!.cancel()))
  })

  test('sends 10,000 simultaneous events to every reader, with less than a second of CPU time per tick', async () => {
    const { streams, events } = createSeparateStreams(server.deps, MANY_STREAMS)
    const readers = Array.from({ length: 100 }, () => streams.open(createStreamRequest()))
    const reading = readers.map(async (response) => {
      const reader = response.body!.getReader()
      const pieces: Uint8Array[] = []
      for (let count = 0; count < 10_000; ) {
        const { value } = await reader.read()
        pieces.push(value!)
        for (let at = value!.indexOf(10); at >= 0; at = value!.indexOf(10, at + 1))
          if (value![at + 1] === 100) count += 1
      }
      await reader.cancel()
      return pieces
    })
    await turn()
    let isOver = false
    let longest = 0
    const watching = (async () => {
      for (let cpuAtStart = process.cpuUsage(); !isOver; cpuAtStart = process.cpuUsage()) {
        await turn()
        const { user, system } = process.cpuUsage(cpuAtStart)
        longest = Math.max(longest, (user + system) / 1000)
      }
    })()
    for (let i = 0; i < 10_000; i += 1) publishEvent(events, createTestEvent(String(i)))
    const got = await Promise.all(reading)
    isOver = true
    await watching
    const texts = got.map((pieces) => Buffer.concat(pieces).toString())
    const expected = Array.from({ length: 10_000 }, (_, i) => String(i)).join()
    for (const text of texts.slice(0, 3))
      expect(
        parseEvents(text)
          .map(({ id }) => id)
          .join(),
      ).toBe(expected)
    expect(new Set(texts).size).toBe(1)
    console.log(`longest tick: ${longest.toFixed(1)} ms of CPU time`)
    // Processing all events in one tick would take seconds.
    expect(longest).toBeLessThan(1000)
  })

  test('sends a gap event to a reader that missed events no longer in memory, and then continues', async () => {
    const events = createEventBus(300)
    const { streams } = createSeparateStreams(server.deps, { events })
    const response = streams.open(createStreamRequest())
    for (let i = 0; i < 1000; i += 1) publishEvent(events, createTestEvent(String(i)))
    await turn()
    await turn()
    publishEvent(events, createTestEvent('on'))
    const text = await readStream(response, 2)
    expect(text).toContain('event: gap\ndata:\n\n')
    expect(parseEvents(text).map(({ id }) => id)).toEqual(['on'])
  })

  test('delivers every event after a temporary outage of the database', async () => {
    const events = createEventBus()
    let tries = 0
    const judge = async (ids: string[]) => {
      tries += 1
      if (tries < 3) throw new Error('unreachable')
      return new Set(ids)
    }
    const audience = new ReaderGroup(events, judge, 5)
    const got: string[] = []
    const done = new Promise<void>((resolve) =>
      audience.join({
        position: 0,
        write: (text) => {
          got.push(...parseEvents(new TextDecoder().decode(text)).map(({ id }) => id))
          if (got.length === 2) resolve()
        },
      }),
    )
    publishEvent(events, createTestEvent('a'))
    publishEvent(events, createTestEvent('b'))
    audience.deliverAll()
    await done
    expect(got).toEqual(['a', 'b'])
    expect(tries).toBe(3)
  })
})
