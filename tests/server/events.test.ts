import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unpackAbility } from '../../server/auth/abilities.ts'
import { ACCESS_SECONDS } from '../../server/auth/tokens.ts'
import { streamEvents } from '../../server/event-stream.ts'
import { createEvents, type Numbered } from '../../server/events.ts'
import { type AssetEvent, EVENT_KEYS } from '../../src/api/contract/events.ts'
import { tinyGlb } from '../support/glb.ts'
import { BEGINNING, ORIGIN, openTestServer, type TestAccount, type TestServer } from '../support/server.ts'

const event = (id: string): AssetEvent => ({ key: 'asset.v1.updated', id, at: BEGINNING.toISOString() })

describe('the bus', () => {
  const readInto = (got: string[]) => ({
    onEvent: ({ event: { id } }: Numbered) => got.push(id),
    onEnd: () => got.push('end'),
  })

  test('tells everyone who reads, until they leave or it closes', () => {
    const bus = createEvents()
    const [one, other]: [string[], string[]] = [[], []]
    const { missed, stop } = bus.subscribe(readInto(one))
    bus.subscribe(readInto(other))
    bus.publish(event('a'))
    stop()
    bus.publish(event('b'))
    bus.close()
    bus.publish(event('c'))
    expect([missed, one, other]).toEqual([[], ['a'], ['a', 'b', 'end']])
  })

  test('tells who comes back what they missed, and of a gap where it does not know any more', () => {
    const bus = createEvents(3)
    const ids: string[] = []
    bus.subscribe({ onEvent: ({ eventId }) => ids.push(eventId), onEnd: () => {} })
    for (const id of ['a', 'b', 'c', 'd', 'e']) bus.publish(event(id))
    const missedAfter = (after: string) => {
      const { missed } = bus.subscribe(readInto([]), after)
      return missed === 'gap' ? missed : missed.map(({ event: { id } }) => id)
    }
    expect(ids.map(missedAfter)).toEqual(['gap', ['c', 'd', 'e'], ['d', 'e'], ['e'], []])
    expect([missedAfter('another-3'), missedAfter('nonsense')]).toEqual(['gap', 'gap'])
  })
})

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
  const open = (token: string, after?: string) =>
    server.fetch(`${ORIGIN}/v1/events`, {
      headers: { authorization: `Bearer ${token}`, ...(after ? { 'last-event-id': after } : {}) },
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
    const caller = { id: 'x', anonymous: false, ability: unpackAbility([['read', 'Asset']]) }
    const events = createEvents()
    const whole = await new Response(
      streamEvents({ events, db: server.deps.db }, { caller, lifeMs: 60, heartbeatMs: 10, after: undefined }).body,
    ).text()
    expect(whole).toMatch(/^retry: 3000\n\n(:\n\n){2,}$/)
    const other = streamEvents({ events, db: server.deps.db }, { caller, lifeMs: 60_000, after: undefined })
    events.publish(event('a'))
    events.close()
    expect(told(await other.text())).toEqual([[EVENT_KEYS.updated, 'a']])
  })

  test('cuts off a reader that does not read, who comes back to where they were', async () => {
    const caller = { id: 'x', anonymous: false, ability: unpackAbility([['read', 'Asset']]) }
    const events = createEvents()
    const answer = streamEvents({ events, db: server.deps.db }, { caller, lifeMs: 60_000, after: undefined })
    for (let i = 0; i < 2000; i += 1) events.publish(event(String(i)))
    const got = eventsIn(await answer.text())
    expect(got.length).toBeLessThan(600)
    expect(got.map(({ id }) => id)).toEqual(got.map((_, i) => String(i)))
  })
})
