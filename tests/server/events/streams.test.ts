import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createServer } from '../../../server/app.ts'
import { packAbility, unpackAbility } from '../../../server/auth/abilities.ts'
import { ACCESS_SECONDS } from '../../../server/auth/tokens.ts'
import { network } from '../../../server/client/address.ts'
import { Audience } from '../../../server/events/audience.ts'
import { createEvents, type Events } from '../../../server/events/bus.ts'
import { createSlots, STREAM_CAPS } from '../../../server/events/stream-slots.ts'
import { createStreams, MOST_WAITING_BYTES, type StreamRequest } from '../../../server/events/streams.ts'
import { type AssetEvent, EVENT_KEYS } from '../../../src/api/contract/events.ts'
import { publish } from '../../support/events.ts'
import { tinyGlb } from '../../support/glb.ts'
import { BEGINNING, ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const event = (id: string): AssetEvent => ({ key: 'asset.v1.updated', id, at: BEGINNING.toISOString() })

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
    model = (await server.upload(admin, tinyGlb())).url
  })
  afterAll(() => server.close())

  const make = (name: string, more: object = {}) =>
    admin.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl: model, ...more } })
  const opened: Response[] = []
  const open = async (token: string, after?: string) => {
    const answer = await server.fetch(`${ORIGIN}/v1/events`, {
      headers: { authorization: `Bearer ${token}`, ...(after ? { 'last-event-id': after } : {}) },
    })
    opened.push(answer)
    return answer
  }
  afterEach(async () => {
    // What a test has read is locked, and was left by it.
    for (const { body } of opened.splice(0)) if (!body?.locked) await body?.cancel()
  })
  /** Reads a stream until so many events have come, then leaves it. */
  async function read(answer: Response, events: number) {
    const reader = answer.body!.getReader()
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
    until: BEGINNING,
    ability: unpackAbility(packAbility({ id, role: 'anonymous', applicationIds: [] })),
  })
  const guest = guestCalled('guest')
  const seer = {
    id: 'x',
    anonymous: false,
    sessionId: 's',
    until: BEGINNING,
    ability: unpackAbility([['read', 'Asset']]),
  }
  const asking = (more: Partial<StreamRequest> = {}): StreamRequest => ({
    caller: seer,
    address: 'harbour',
    lifeMs: 60_000,
    after: undefined,
    ...more,
  })
  /** Streams of their own beside the server's, and how many statements they sent. */
  function alone({
    events = createEvents(),
    ...options
  }: Parameters<typeof createStreams>[1] & { events?: Events } = {}) {
    let statements = 0
    const db = server.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const streams = createStreams({ events, db, revocations: server.deps.revocations }, options)
    return { streams, events, asked: () => statements }
  }
  const told = (text: string) => eventsIn(text).map(({ key, id }) => [key, id])

  test('tells each change by its keys, the asset and the time', async () => {
    await server.deps.db
      .insertInto('applications')
      .values({ id: 'harbour', name: 'h', name_key: 'h', owner_id: admin.id, created_at: BEGINNING })
      .execute()
    const answer = await open(admin.token)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
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
    const text = await read(answer, 15)
    expect(eventsIn(text)[0]).toEqual({ key: EVENT_KEYS.created, id, at: createdAt })
    expect(eventsIn(text)[2]?.fields).toEqual(['name', 'gender', 'applications'])
    expect(told(text)).toEqual(
      [
        ...['created'],
        ...['updated', 'updatedV2', 'typeOrGenderChanged', 'addedToApplication'],
        ...['updated', 'updatedV2', 'applicationUpdated'],
        ...['updated', 'updatedV2', 'applicationDeleted'],
        ...['locked', 'updated', 'updatedV2', 'deleted'],
      ].map((name) => [EVENT_KEYS[name as keyof typeof EVENT_KEYS], id]),
    )
  })

  test('tells nothing of what was refused or changed nothing', async () => {
    const { id } = await make('A')
    await admin.client.assets.lock({ id, body: {} })
    const answer = await open(admin.token)
    await expect(admin.client.assets.update({ id, body: { name: 'B' } })).rejects.toMatchObject({ status: 423 })
    await admin.client.assets.lock({ id, body: {} })
    const last = await make('Last')
    expect(told(await read(answer, 1))).toEqual([[EVENT_KEYS.created, last.id]])
  })

  test('tells of tags that assets gained or lost, not of those that refused', async () => {
    const [one, locked] = [await make('A'), await make('B')]
    await admin.client.assets.lock({ id: locked.id, body: {} })
    const { tagId } = await admin.client.tags.create({ body: { name: 'Warm', color: 'ochre' } })
    const answer = await open(admin.token)
    await admin.client.tags.setTag({ body: { tagId, assetIds: [locked.id, one.id] } })
    await admin.client.tags.remove({ tagId })
    expect(told(await read(answer, 4))).toEqual([
      [EVENT_KEYS.updated, one.id],
      [EVENT_KEYS.updatedV2, one.id],
      [EVENT_KEYS.updated, one.id],
      [EVENT_KEYS.updatedV2, one.id],
    ])
  })

  test('a guest hears only of what guests may see', async () => {
    const guest = await server.account('anonymous')
    const answer = await open(guest.token)
    const hidden = await make('Hidden')
    const shown = await make('Shown')
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).where('id', '=', shown.id).execute()
    await admin.client.assets.lock({ id: hidden.id, body: {} })
    await admin.client.assets.lock({ id: shown.id, body: {} })
    expect((await read(answer, 1)).includes(hidden.id)).toBe(false)
  })

  test('goes on where a reader was, and says so where it cannot', async () => {
    const first = await open(admin.token)
    await make('A')
    const text = await read(first, 1)
    const lastId = /^id: (.+)$/m.exec(text)![1]!
    const second = await make('B')
    expect(told(await read(await open(admin.token, lastId), 1))).toEqual([[EVENT_KEYS.created, second.id]])
    expect(await read(await open(admin.token, 'of-another-server'), 1)).toContain('event: gap\ndata:\n\n')
  })

  test('needs a token that may read assets', async () => {
    expect((await server.call('GET /v1/events')).status).toBe(401)
    server.advance((ACCESS_SECONDS + 1) * 1000)
    expect((await server.call('GET /v1/events', { token: admin.token })).body.error.code).toBe('TOKEN_EXPIRED')
  })

  test('ends with the token, breathes meanwhile, and ends when the server stops', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const breathing = alone({ heartbeatMs: 10 }).streams
    const whole = breathing.open(asking({ lifeMs: 35 })).text()
    await vi.advanceTimersByTimeAsync(35)
    expect(await whole).toBe(`retry: 3000\n\n${':\n\n'.repeat(3)}`)
    vi.useRealTimers()
    // With the usual heartbeat: one that comes between would be read instead of the event.
    const { streams, events } = alone()
    const other = streams.open(asking())
    const reader = other.body!.getReader()
    await reader.read()
    publish(events, event('a'))
    const { value } = await reader.read()
    expect(told(new TextDecoder().decode(value))).toEqual([[EVENT_KEYS.updated, 'a']])
    events.close()
    expect((await reader.read()).done).toBe(true)
  })

  test('is not opened by a HEAD, which nobody would read', async () => {
    const ask = () =>
      server.fetch(`${ORIGIN}/v1/events`, { method: 'HEAD', headers: { authorization: `Bearer ${admin.token}` } })
    for (let i = 0; i <= STREAM_CAPS.ofAccount; i += 1)
      expect([(await ask()).status, (await ask()).body]).toEqual([200, null])
    expect((await open(admin.token)).status).toBe(200)
  })

  test('are so many for an account and for an address, told by a sentence and when to come again', async () => {
    const guests = await Promise.all(Array.from({ length: 6 }, () => server.account('anonymous')))
    for (const { token } of guests.slice(0, 5)) for (let i = 0; i < STREAM_CAPS.ofAccount; i += 1) await open(token)
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]))
    const refusal = async (token: string) => {
      const answer = await open(token)
      const { error } = await answer.json()
      return [answer.status, error.code, error.message, answer.headers.get('retry-after')]
    }
    expect(await refusal(guests[0]!.token)).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      'Too many live streams of this account are open. Please close one, or wait.',
      '30',
    ])
    expect(await refusal(guests[5]!.token)).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      'Too many live streams of your network are open. Please close one, or wait.',
      '30',
    ])
    await opened[0]!.body!.cancel()
    expect((await open(guests[5]!.token)).status).toBe(200)
    await opened[1]!.body!.cancel()
    await opened[1]!.body!.cancel()
    expect([(await open(guests[0]!.token)).status, (await open(guests[0]!.token)).status]).toEqual([200, 429])
  })

  test('an address is that of an IPv6 network, not of one of its machines', () => {
    const take = createSlots({ ofAccount: 100, fromAddress: 2 })
    const from = (address: string) => take('someone', network(address))
    from('2001:db8:1:2::1')
    from('2001:db8:1:2:aaaa::9')
    expect(() => from('2001:db8:1:2:ffff:ffff:ffff:ffff')).toThrow('Too many live streams of your network')
    expect(() => from('2001:db8:1:3::1')).not.toThrow()
  })

  test('cuts off a reader that does not read by the bytes that wait, who comes back to where they were', async () => {
    const { streams, events } = alone()
    let isCut = false
    const answer = streams.open(asking({ cut: () => (isCut = true) }))
    let published = 0
    while (!isCut) {
      for (let i = 0; i < 100; i += 1) publish(events, event(String(published++)))
      await turn()
      expect(published).toBeLessThan(20_000)
    }
    const text = await answer.text()
    const got = eventsIn(text)
    expect(text.length).toBeGreaterThan(MOST_WAITING_BYTES)
    expect(text.length).toBeLessThan(MOST_WAITING_BYTES * 1.5)
    expect(got.map(({ id }) => id)).toEqual(got.map((_, i) => String(i)))
    const lastId = [...text.matchAll(/^id: (.+)$/gm)].at(-1)![1]!
    const again = eventsIn(await read(streams.open(asking({ after: lastId })), 1))
    expect(again[0]!.id).toBe(String(got.length))
  })

  test('asks the store once for an event and all who may see the same, and never for those who see all', async () => {
    const { streams, events, asked } = alone({ caps: { ofAccount: 5000, fromAddress: 5000 } })
    const ids: string[] = []
    for (let i = 0; i < 30; i += 1) ids.push((await make(`A${i}`)).id)
    const shown = ids.filter((_, i) => i % 3 === 0)
    await server.deps.db.updateTable('assets').set({ default_authorized: true }).where('id', 'in', shown).execute()
    // As many guests, each with rules of their own.
    const readers = Array.from({ length: 2000 }, (_, n) => streams.open(asking({ caller: guestCalled(`guest-${n}`) })))
    const seers = Array.from({ length: 100 }, () => streams.open(asking()))
    await turn()
    expect(asked()).toBe(0)
    // One by one, so that nothing is gathered: at most one question for each, whoever reads.
    const reading = readers.map((answer) => read(answer, shown.length))
    for (const id of ids) {
      publish(events, event(id))
      await turn()
    }
    const texts = await Promise.all(reading)
    expect(new Set(texts).size).toBe(1)
    expect(told(texts[0]!).map(([, id]) => id)).toEqual(shown)
    expect(asked()).toBeGreaterThan(0)
    expect(asked()).toBeLessThanOrEqual(ids.length)
    const all = await Promise.all(seers.map((answer) => read(answer, ids.length)))
    expect(new Set(all.map((text) => told(text).length))).toEqual(new Set([ids.length]))
    // All of them come back at once from the same place: judged by the same questions again.
    const before = asked()
    const lastId = /^id: (.+)$/m.exec(texts[0]!)![1]!
    const returning = Array.from({ length: 2000 }, () => streams.open(asking({ caller: guest, after: lastId })))
    const rest = await Promise.all(returning.map((answer) => read(answer, shown.length - 1)))
    expect(new Set(rest.map((text) => told(text).length))).toEqual(new Set([shown.length - 1]))
    expect(asked() - before).toBeLessThanOrEqual(2)
  })

  test('a list waits behind no more questions with two thousand readers than with none', async () => {
    const statements: string[] = []
    const db = server.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const app = createServer({ ...server.deps, db })
    const list = async () => {
      const before = statements.length
      const answer = await app.fetch(
        new Request(`${ORIGIN}/v1/assets`, { headers: { authorization: `Bearer ${admin.token}` } }),
      )
      expect(answer.status).toBe(200)
      return statements.length - before
    }
    const unloaded = await list()
    const streams = createStreams({ ...server.deps, db }, { caps: { ofAccount: 5000, fromAddress: 5000 } })
    const readers = Array.from({ length: 2000 }, () => streams.open(asking({ caller: guest })))
    const { id } = await make('A')
    for (let i = 0; i < 50; i += 1) publish(server.deps.events, event(id))
    expect(await list()).toBeLessThanOrEqual(unloaded + 1)
    publish(server.deps.events, event(id))
    expect(await list()).toBeLessThanOrEqual(unloaded + 1)
    await Promise.all(readers.map(({ body }) => body!.cancel()))
  })

  test('ten thousand events at once leave the loop its turns, and nobody who reads misses one', async () => {
    const { streams, events } = alone({ caps: { ofAccount: 5000, fromAddress: 5000 } })
    const readers = Array.from({ length: 100 }, () => streams.open(asking()))
    const reading = readers.map(async (answer) => {
      const reader = answer.body!.getReader()
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
      for (let begun = process.cpuUsage(); !isOver; begun = process.cpuUsage()) {
        await turn()
        const { user, system } = process.cpuUsage(begun)
        longest = Math.max(longest, (user + system) / 1000)
      }
    })()
    for (let i = 0; i < 10_000; i += 1) publish(events, event(String(i)))
    const got = await Promise.all(reading)
    isOver = true
    await watching
    const texts = got.map((pieces) => Buffer.concat(pieces).toString())
    const wanted = Array.from({ length: 10_000 }, (_, i) => String(i)).join()
    for (const text of texts.slice(0, 3))
      expect(
        eventsIn(text)
          .map(({ id }) => id)
          .join(),
      ).toBe(wanted)
    expect(new Set(texts).size).toBe(1)
    console.log(`longest turn: ${longest.toFixed(1)} ms of processor time`)
    // All of them in one turn take seconds.
    expect(longest).toBeLessThan(1000)
  })

  test('who came to be further behind than is remembered hears of a gap, and goes on', async () => {
    const events = createEvents(300)
    const { streams } = alone({ events })
    const answer = streams.open(asking())
    for (let i = 0; i < 1000; i += 1) publish(events, event(String(i)))
    await turn()
    await turn()
    publish(events, event('on'))
    const text = await read(answer, 2)
    expect(text).toContain('event: gap\ndata:\n\n')
    expect(eventsIn(text).map(({ id }) => id)).toEqual(['on'])
  })

  test('a store that is away for a while costs nobody an event', async () => {
    const events = createEvents()
    let tries = 0
    const judge = async (ids: string[]) => {
      tries += 1
      if (tries < 3) throw new Error('away')
      return new Set(ids)
    }
    const audience = new Audience(events, judge, 5)
    const got: string[] = []
    const done = new Promise<void>((resolve) =>
      audience.join({
        place: 0,
        write: (text) => {
          got.push(...eventsIn(new TextDecoder().decode(text)).map(({ id }) => id))
          if (got.length === 2) resolve()
        },
      }),
    )
    publish(events, event('a'))
    publish(events, event('b'))
    audience.tell()
    await done
    expect([got, tries]).toEqual([['a', 'b'], 3])
  })
})
