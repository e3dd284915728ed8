import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { packAbility, unpackAbility } from '../../../server/auth/abilities.ts'
import { ACCESS_TOKEN_SECONDS } from '../../../server/auth/token-service.ts'
import { createApp } from '../../../server/boot/app.ts'
import { createEventBus, type EventBus } from '../../../server/events/event-bus.ts'
import { createEventStreams, MAX_BUFFERED_BYTES, type StreamRequest } from '../../../server/events/event-streams.ts'
import { ReaderGroup } from '../../../server/events/reader-group.ts'
import { createStreamSlots, STREAM_LIMITS } from '../../../server/events/stream-slots.ts'
import { toIpv6Network } from '../../../server/http/client-address.ts'
import { type AssetEvent, EVENT_KEYS } from '../../../src/api/contract/events.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { publishEvent } from '../../support/publish-event.ts'
import { ORIGIN, openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

const event = (id: string): AssetEvent => ({ key: 'asset.v1.updated', id, at: START_TIME.toISOString() })

describe('GET /v1/events', () => {
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

  const make = (name: string, more: object = {}) =>
    admin.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl: model, ...more } })
  const opened: Response[] = []
  const open = async (token: string, after?: string) => {
    const response = await server.fetch(`${ORIGIN}/v1/events`, {
      headers: { authorization: `Bearer ${token}`, ...(after ? { 'last-event-id': after } : {}) },
    })
    opened.push(response)
    return response
  }
  afterEach(async () => {
    // Streams that a test has read are locked. The test itself has cancelled those streams.
    for (const { body } of opened.splice(0)) if (!body?.locked) await body?.cancel()
  })
  /** Reads a stream until it contains a number of events, then cancels it. */
  async function read(response: Response, events: number) {
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    let text = ''
    while (text.split('\n\n').filter((block) => /^(id|event):/m.test(block)).length < events) {
      const { value, done } = await reader.read()
      if (done) break
      text += decoder.decode(value)
    }
    await reader.cancel()
    return text
  }
  const eventsIn = (text: string): AssetEvent[] =>
    [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!))
  const guestCalled = (id: string) => ({
    id,
    anonymous: true,
    sessionId: 's',
    rightsExpireAt: START_TIME,
    ability: unpackAbility(packAbility({ id, role: 'anonymous', applicationIds: [] })),
  })
  const guest = guestCalled('guest')
  const viewer = {
    id: 'x',
    anonymous: false,
    sessionId: 's',
    rightsExpireAt: START_TIME,
    ability: unpackAbility([['read', 'Asset']]),
  }
  const createRequest = (more: Partial<StreamRequest> = {}): StreamRequest => ({
    caller: viewer,
    address: 'harbour',
    lifeMs: 60_000,
    after: undefined,
    ...more,
  })
  /** Creates a separate service for event streams, and counts its SQL statements. */
  function createSeparateStreams({
    events = createEventBus(),
    ...options
  }: Parameters<typeof createEventStreams>[1] & { events?: EventBus } = {}) {
    let statements = 0
    const db = server.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const streams = createEventStreams({ events, db, revocations: server.deps.revocations }, options)
    return { streams, events, statementCount: () => statements }
  }
  const keysAndIds = (text: string) => eventsIn(text).map(({ key, id }) => [key, id])

  test('sends each change with its event keys, asset and time', async () => {
    await server.deps.db
      .insertInto('applications')
      .values({ id: 'harbour', name: 'h', name_key: 'h', owner_id: admin.id, created_at: START_TIME })
      .execute()
    const response = await open(admin.token)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-store',
    ])
    const { id, createdAt } = await make('A')
    await admin.client.assets.update({ id, body: { name: 'B', gender: 'female', applicationIds: ['harbour'] } })
    await admin.client.assets.updateApplication({ id, body: { applicationId: 'harbour', isVisible: false } })
    await admin.client.assets.removeFromApplication({ id, body: { applicationId: 'harbour' } })
    await admin.client.assets.lock({ id, body: {} })
    await admin.client.assets.unlock({ id, body: {} })
    await admin.client.assets.remove({ id })
    const text = await read(response, 15)
    expect(eventsIn(text)[0]).toEqual({ key: EVENT_KEYS.created, id, at: createdAt })
    expect(eventsIn(text)[2]?.fields).toEqual(['name', 'gender', 'applications'])
    expect(keysAndIds(text)).toEqual(
      [
        ...['created'],
        ...['updated', 'updatedV2', 'typeOrGenderChanged', 'addedToApplication'],
        ...['updated', 'updatedV2', 'applicationUpdated'],
        ...['updated', 'updatedV2', 'applicationDeleted'],
        ...['locked', 'updated', 'updatedV2', 'deleted'],
      ].map((name) => [EVENT_KEYS[name as keyof typeof EVENT_KEYS], id]),
    )
  })

  test('sends nothing for refused calls or calls without effect', async () => {
    const { id } = await make('A')
    await admin.client.assets.lock({ id, body: {} })
    const response = await open(admin.token)
    await expect(admin.client.assets.update({ id, body: { name: 'B' } })).rejects.toMatchObject({ status: 423 })
    await admin.client.assets.lock({ id, body: {} })
    const last = await make('Last')
    expect(keysAndIds(await read(response, 1))).toEqual([[EVENT_KEYS.created, last.id]])
  })

  test('sends events for assets that gained or lost a tag, but not for locked assets that refused the tag', async () => {
    const [one, locked] = [await make('A'), await make('B')]
    await admin.client.assets.lock({ id: locked.id, body: {} })
    const { tagId } = await admin.client.tags.create({ body: { name: 'Warm', color: 'ochre' } })
    const response = await open(admin.token)
    await admin.client.tags.setTag({ body: { tagId, assetIds: [locked.id, one.id] } })
    await admin.client.tags.remove({ tagId })
    expect(keysAndIds(await read(response, 4))).toEqual([
      [EVENT_KEYS.updated, one.id],
      [EVENT_KEYS.updatedV2, one.id],
      [EVENT_KEYS.updated, one.id],
      [EVENT_KEYS.updatedV2, one.id],
    ])
  })

  test('sends a guest only the events of assets visible to guests', async () => {
    const guest = await server.account('anonymous')
    const response = await open(guest.token)
    const hidden = await make('Hidden')
    const shown = await make('Shown')
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).where('id', '=', shown.id).execute()
    await admin.client.assets.lock({ id: hidden.id, body: {} })
    await admin.client.assets.lock({ id: shown.id, body: {} })
    expect((await read(response, 1)).includes(hidden.id)).toBe(false)
  })

  test('resumes after the last event id of the reader, or sends a gap event if that id is unknown', async () => {
    const first = await open(admin.token)
    await make('A')
    const text = await read(first, 1)
    const lastId = /^id: (.+)$/m.exec(text)![1]!
    const second = await make('B')
    expect(keysAndIds(await read(await open(admin.token, lastId), 1))).toEqual([[EVENT_KEYS.created, second.id]])
    expect(await read(await open(admin.token, 'of-another-server'), 1)).toContain('event: gap\ndata:\n\n')
  })

  test('refuses requests without a token or with an expired token', async () => {
    expect((await server.call('GET /v1/events')).status).toBe(401)
    server.advance((ACCESS_TOKEN_SECONDS + 1) * 1000)
    expect((await server.call('GET /v1/events', { token: admin.token })).body.error.code).toBe('TOKEN_EXPIRED')
  })

  test('sends heartbeats, and ends when the token expires or the server stops', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const streamsWithHeartbeat = createSeparateStreams({ heartbeatMs: 10 }).streams
    const whole = streamsWithHeartbeat.open(createRequest({ lifeMs: 35 })).text()
    await vi.advanceTimersByTimeAsync(35)
    expect(await whole).toBe(`retry: 3000\n\n${':\n\n'.repeat(3)}`)
    vi.useRealTimers()
    // Uses the default heartbeat interval. An earlier heartbeat would be read instead of the event.
    const { streams, events } = createSeparateStreams()
    const other = streams.open(createRequest())
    const reader = other.body!.getReader()
    await reader.read()
    publishEvent(events, event('a'))
    const { value } = await reader.read()
    expect(keysAndIds(new TextDecoder().decode(value))).toEqual([[EVENT_KEYS.updated, 'a']])
    events.close()
    expect((await reader.read()).done).toBe(true)
  })

  test('does not open a stream for a HEAD request', async () => {
    const openStream = () =>
      server.fetch(`${ORIGIN}/v1/events`, { method: 'HEAD', headers: { authorization: `Bearer ${admin.token}` } })
    for (let i = 0; i <= STREAM_LIMITS.perAccount; i += 1)
      expect([(await openStream()).status, (await openStream()).body]).toEqual([200, null])
    expect((await open(admin.token)).status).toBe(200)
  })

  test('responds 429 with Retry-After to streams beyond the limits per account and per address', async () => {
    const guests = await Promise.all(Array.from({ length: 6 }, () => server.account('anonymous')))
    for (const { token } of guests.slice(0, 5)) for (let i = 0; i < STREAM_LIMITS.perAccount; i += 1) await open(token)
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]))
    const refusal = async (token: string) => {
      const response = await open(token)
      const { error } = await response.json()
      return [response.status, error.code, error.message, response.headers.get('retry-after')]
    }
    expect(await refusal(guests[0]!.token)).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      'Too many live streams are open from this account. Close one, or wait.',
      '30',
    ])
    expect(await refusal(guests[5]!.token)).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      'Too many live streams are open from your network. Close one, or wait.',
      '30',
    ])
    await opened[0]!.body!.cancel()
    expect((await open(guests[5]!.token)).status).toBe(200)
    await opened[1]!.body!.cancel()
    await opened[1]!.body!.cancel()
    expect([(await open(guests[0]!.token)).status, (await open(guests[0]!.token)).status]).toEqual([200, 429])
  })

  test('counts all addresses of an IPv6 /64 network as one address', () => {
    const takeSlot = createStreamSlots({ perAccount: 100, perAddress: 2 })
    const from = (address: string) => takeSlot('someone', toIpv6Network(address))
    from('2001:db8:1:2::1')
    from('2001:db8:1:2:aaaa::9')
    expect(() => from('2001:db8:1:2:ffff:ffff:ffff:ffff')).toThrow('Too many live streams are open from your network.')
    expect(() => from('2001:db8:1:3::1')).not.toThrow()
  })

  test('disconnects a slow reader beyond a maximum of buffered bytes, and lets the reader resume', async () => {
    const { streams, events } = createSeparateStreams()
    let isCut = false
    const response = streams.open(createRequest({ destroyConnection: () => (isCut = true) }))
    let published = 0
    while (!isCut) {
      for (let i = 0; i < 100; i += 1) publishEvent(events, event(String(published++)))
      await turn()
      expect(published).toBeLessThan(20_000)
    }
    const text = await response.text()
    const got = eventsIn(text)
    expect(text.length).toBeGreaterThan(MAX_BUFFERED_BYTES)
    expect(text.length).toBeLessThan(MAX_BUFFERED_BYTES * 1.5)
    expect(got.map(({ id }) => id)).toEqual(got.map((_, i) => String(i)))
    const lastId = [...text.matchAll(/^id: (.+)$/gm)].at(-1)![1]!
    const again = eventsIn(await read(streams.open(createRequest({ after: lastId })), 1))
    expect(again[0]!.id).toBe(String(got.length))
  })

  test('queries the database once per event for readers with equal rights, never for readers of all assets', async () => {
    const { streams, events, statementCount } = createSeparateStreams({ caps: { perAccount: 5000, perAddress: 5000 } })
    const ids: string[] = []
    for (let i = 0; i < 30; i += 1) ids.push((await make(`A${i}`)).id)
    const shown = ids.filter((_, i) => i % 3 === 0)
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).where('id', 'in', shown).execute()
    // Guests, each with their own rules.
    const readers = Array.from({ length: 2000 }, (_, n) =>
      streams.open(createRequest({ caller: guestCalled(`guest-${n}`) })),
    )
    const viewers = Array.from({ length: 100 }, () => streams.open(createRequest()))
    await turn()
    expect(statementCount()).toBe(0)
    // Publishes events one by one, so that none are batched. Each event causes at most one query.
    const reading = readers.map((response) => read(response, shown.length))
    for (const id of ids) {
      publishEvent(events, event(id))
      await turn()
    }
    const texts = await Promise.all(reading)
    expect(new Set(texts).size).toBe(1)
    expect(keysAndIds(texts[0]!).map(([, id]) => id)).toEqual(shown)
    expect(statementCount()).toBeGreaterThan(0)
    expect(statementCount()).toBeLessThanOrEqual(ids.length)
    const all = await Promise.all(viewers.map((response) => read(response, ids.length)))
    expect(new Set(all.map((text) => keysAndIds(text).length))).toEqual(new Set([ids.length]))
    // All readers reconnect at the same time from the same position, and share queries again.
    const before = statementCount()
    const lastId = /^id: (.+)$/m.exec(texts[0]!)![1]!
    const returning = Array.from({ length: 2000 }, () => streams.open(createRequest({ caller: guest, after: lastId })))
    const rest = await Promise.all(returning.map((response) => read(response, shown.length - 1)))
    expect(new Set(rest.map((text) => keysAndIds(text).length))).toEqual(new Set([shown.length - 1]))
    expect(statementCount() - before).toBeLessThanOrEqual(2)
  })

  test('2,000 connected readers add at most one SQL statement to a request for the asset list', async () => {
    const statements: string[] = []
    const db = server.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
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
    const streams = createEventStreams({ ...server.deps, db }, { caps: { perAccount: 5000, perAddress: 5000 } })
    const readers = Array.from({ length: 2000 }, () => streams.open(createRequest({ caller: guest })))
    const { id } = await make('A')
    for (let i = 0; i < 50; i += 1) publishEvent(server.deps.events, event(id))
    expect(await list()).toBeLessThanOrEqual(unloaded + 1)
    publishEvent(server.deps.events, event(id))
    expect(await list()).toBeLessThanOrEqual(unloaded + 1)
    await Promise.all(readers.map(({ body }) => body!.cancel()))
  })

  test('sends 10,000 simultaneous events to every reader, with less than a second of CPU time per tick', async () => {
    const { streams, events } = createSeparateStreams({ caps: { perAccount: 5000, perAddress: 5000 } })
    const readers = Array.from({ length: 100 }, () => streams.open(createRequest()))
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
    for (let i = 0; i < 10_000; i += 1) publishEvent(events, event(String(i)))
    const got = await Promise.all(reading)
    isOver = true
    await watching
    const texts = got.map((pieces) => Buffer.concat(pieces).toString())
    const expected = Array.from({ length: 10_000 }, (_, i) => String(i)).join()
    for (const text of texts.slice(0, 3))
      expect(
        eventsIn(text)
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
    const { streams } = createSeparateStreams({ events })
    const response = streams.open(createRequest())
    for (let i = 0; i < 1000; i += 1) publishEvent(events, event(String(i)))
    await turn()
    await turn()
    publishEvent(events, event('on'))
    const text = await read(response, 2)
    expect(text).toContain('event: gap\ndata:\n\n')
    expect(eventsIn(text).map(({ id }) => id)).toEqual(['on'])
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
          got.push(...eventsIn(new TextDecoder().decode(text)).map(({ id }) => id))
          if (got.length === 2) resolve()
        },
      }),
    )
    publishEvent(events, event('a'))
    publishEvent(events, event('b'))
    audience.deliverAll()
    await done
    expect([got, tries]).toEqual([['a', 'b'], 3])
  })
})
