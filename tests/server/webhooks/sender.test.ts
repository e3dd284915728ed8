import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEvents, writeEvents } from '../../../server/events/outbox.ts'
import { fanOut } from '../../../server/webhooks/fan-out.ts'
import { createSender } from '../../../server/webhooks/sender.ts'
import { EVENT_KEYS, type EventKey } from '../../../src/api/contract/events.ts'
import { freePort } from '../../support/free-port.ts'
import { HookServer } from '../../support/hook-server.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let hooks: HookServer
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer({ deps: { webhookReach: { isPrivate: true } } })
})
beforeEach(async () => {
  await server.reset()
  hooks = await HookServer.open()
  admin = await server.account('admin')
})
afterEach(() => hooks.close())
afterAll(() => server.close())

const add = (keys: EventKey[] = [], url = hooks.url) => admin.client.webhooks.create({ body: { url, keys } })
/** Events happen, and are written down for the webhooks. */
const happen = async (...told: [id: string, key: EventKey][]) => {
  const place = server.deps.events.last
  const at = server.deps.now().toISOString()
  await writeEvents(
    server.deps.db,
    'somebody',
    told.map(([id, key]) => ({ id, key, at })),
  )
  await server.deps.relay.caughtUp()
  await fanOut(server.deps.db, server.deps.now(), await readEvents(server.deps.db, place, 200))
}
const updated = (...ids: string[]) => happen(...ids.map((id): [string, EventKey] => [id, EVENT_KEYS.updated]))
const send = async (isPrivate = true): Promise<number> => {
  const before = hooks.posted.length
  const faults: unknown[] = []
  const onFault = (fault: unknown) => faults.push(fault)
  const { db, now } = server.deps
  const sender = createSender({ db, now, reach: { isPrivate }, random: () => 0.5, onFault })
  await sender.look()
  await sender.idle()
  expect(faults).toEqual([])
  return hooks.posted.length - before
}
const log = async (id: string) => {
  // Whose token has not run out.
  const { client } = await server.account('admin')
  return (await client.webhooks.deliveries({ id, query: { limit: 100 } })).data
}
const row = (id: string) =>
  server.deps.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const posted = () => hooks.posted.map(({ body }) => body.assetId)

describe('a webhook', () => {
  test('is sent what happens, signed so that any library of Standard Webhooks finds it whole', async () => {
    const { id, secret } = await add()
    await updated('cap')
    expect(await send()).toBe(1)
    const [{ headers, text, body }] = hooks.posted as [HookServer['posted'][0]]
    expect(body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      key: 'asset.v1.updated',
      version: 1,
      at: '2026-03-02T09:00:00.000Z',
      assetId: 'cap',
      actorId: 'somebody',
    })
    expect(headers['content-type']).toBe('application/json')
    // The library refuses what is older than five minutes: the clock of a test stands still.
    const at = new Date()
    const signed = new Webhook(secret).sign(body.id, server.deps.now(), text)
    expect(headers['webhook-signature']).toBe(signed)
    expect(headers['webhook-timestamp']).toBe(String(server.deps.now().getTime() / 1000))
    const fresh = { 'webhook-id': body.id, 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)) }
    expect(
      new Webhook(secret).verify(text, { ...fresh, 'webhook-signature': new Webhook(secret).sign(body.id, at, text) }),
    ).toEqual(body)
    expect(await log(id)).toEqual([
      {
        id: expect.any(String),
        message: body,
        status: 'delivered',
        tries: [{ at: '2026-03-02T09:00:00.000Z', ms: expect.any(Number), status: 204, answer: '' }],
        createdAt: '2026-03-02T09:00:00.000Z',
      },
    ])
    expect(await send()).toBe(0)
  })

  test('is sent its keys alone, and nothing while it is switched off', async () => {
    await add([EVENT_KEYS.locked, EVENT_KEYS.deleted])
    const off = await add()
    await admin.client.webhooks.update({ id: off.id, body: { isEnabled: false } })
    await happen(
      ['a', EVENT_KEYS.updated],
      ['b', EVENT_KEYS.locked],
      ['c', EVENT_KEYS.created],
      ['d', EVENT_KEYS.deleted],
    )
    await send()
    expect(posted()).toEqual(['b', 'd'])
    expect(await log(off.id)).toEqual([])
  })

  test('is sent an event once, also where it is handed on twice', async () => {
    await add()
    const place = server.deps.events.last
    await updated('cap')
    await fanOut(server.deps.db, server.deps.now(), await readEvents(server.deps.db, place, 10))
    await send()
    expect(posted()).toEqual(['cap'])
  })

  test('is tried eight times within a day, with what it answered each time, then given up; and sent again when asked', async () => {
    const { id } = await add()
    hooks.answer = () => ({ status: 500, text: 'x'.repeat(5000) })
    await updated('cap')
    const waits: number[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      expect(await send()).toBe(1)
      const [delivery] = await log(id)
      if (!delivery?.nextTryAt) break
      const wait = Date.parse(delivery.nextTryAt) - server.deps.now().getTime()
      waits.push(wait / 1000)
      server.advance(wait - 1)
      expect(await send()).toBe(0)
      server.advance(1)
    }
    expect(waits).toEqual([5, 30, 120, 600, 3600, 14_400, 64_800])
    const [failed] = await log(id)
    expect([failed?.status, failed?.tries.length, failed?.tries[7]?.status, failed?.tries[7]?.answer]).toEqual([
      'failed',
      8,
      500,
      'x'.repeat(1024),
    ])
    hooks.answer = () => ({ status: 200, text: 'thanks' })
    const { client } = await server.account('admin')
    const again = await client.webhooks.sendAgain({ id, deliveryId: failed!.id })
    expect(again.status).toBe('waiting')
    await send()
    const [delivered] = await log(id)
    expect([delivered?.status, delivered?.tries.length, delivered?.tries[8]?.answer]).toEqual([
      'delivered',
      9,
      'thanks',
    ])
  })

  test('hears of an asset in order: what failed holds up what came after it, and nothing of other assets', async () => {
    await add()
    hooks.answer = ({ body }) => ({ status: body.assetId === 'bad' ? 500 : 200 })
    await happen(
      ['bad', EVENT_KEYS.created],
      ['good', EVENT_KEYS.created],
      ['bad', EVENT_KEYS.updated],
      ['good', EVENT_KEYS.updated],
    )
    await send()
    expect(hooks.posted.map(({ body }) => `${body.assetId} ${body.key}`)).toEqual([
      'bad asset.v1.created',
      'good asset.v1.created',
      'good asset.v1.updated',
    ])
    hooks.answer = () => ({ status: 200 })
    server.advance(5_000)
    await send()
    expect(hooks.posted.slice(3).map(({ body }) => `${body.assetId} ${body.key}`)).toEqual([
      'bad asset.v1.created',
      'bad asset.v1.updated',
    ])
  })

  test('that cannot be reached is asked one thing at a time, ever more seldom, and holds up no other; once it answers it is sent all', async () => {
    let gone = await HookServer.open(await freePort())
    const { url } = gone
    const { id } = await add([], url)
    await add()
    await gone.close()
    await updated('a', 'b', 'c')
    await send()
    expect(posted()).toEqual(['a', 'b', 'c'])
    const tries = async () => (await log(id)).flatMap((one) => one.tries)
    expect(await tries()).toEqual([expect.objectContaining({ error: expect.stringContaining('ECONNREFUSED') })])
    const pauses: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const until = (await row(id)).paused_until!.getTime() - server.deps.now().getTime()
      pauses.push(until / 1000)
      server.advance(until - 1)
      await send()
      expect(await tries()).toHaveLength(n + 1)
      server.advance(1)
      await send()
      expect(await tries()).toHaveLength(n + 2)
    }
    expect([pauses[0], pauses.every((pause, n) => pause >= (pauses[n - 1] ?? 0))]).toEqual([5, true])
    gone = await HookServer.open(Number(new URL(url).port))
    server.advance(600_000)
    await send()
    expect(gone.posted.map(({ body }) => body.assetId).sort()).toEqual(['a', 'b', 'c'])
    expect(await row(id)).toMatchObject({ paused_until: null, unreachable_since: null })
    await gone.close()
  })

  test('that nothing answers at for three days is switched off, and that is written down', async () => {
    const gone = await HookServer.open(await freePort())
    const { id } = await add([], gone.url)
    await gone.close()
    await updated('a', 'b')
    await send()
    server.advance(72 * 3_600_000 - 1)
    await send()
    expect((await row(id)).is_enabled).toBe(true)
    server.advance(600_000)
    await send()
    expect((await row(id)).is_enabled).toBe(false)
    const written = await server.deps.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'webhook-switched-off')
      .execute()
    expect(written).toEqual([{ details: expect.objectContaining({ webhookId: id }) }])
  })

  test('that is changed in the middle is sent the rest as it is then', async () => {
    const { id } = await add()
    const elsewhere = await HookServer.open()
    await updated('a', 'b', 'c')
    hooks.answer = async () => {
      await admin.client.webhooks.update({ id, body: { url: elsewhere.url } })
      return { status: 200 }
    }
    await send()
    expect([posted(), elsewhere.posted.map(({ body }) => body.assetId)]).toEqual([['a'], ['b', 'c']])
    await elsewhere.close()
  })

  test('whose server hangs up without an answer is tried again', async () => {
    const { id } = await add()
    hooks.answer = () => 'cut'
    await updated('a')
    await send()
    const [delivery] = await log(id)
    expect([delivery?.status, delivery?.tries.length, delivery?.tries[0]?.status]).toEqual(['waiting', 1, undefined])
    hooks.answer = () => ({ status: 200 })
    server.advance(5_000)
    await send()
    expect((await log(id))[0]?.status).toBe('delivered')
  })

  test('is not followed elsewhere, and one that says it is gone is switched off', async () => {
    const { id } = await add()
    const elsewhere = await HookServer.open()
    hooks.answer = () => ({ status: 302, headers: { location: elsewhere.url } })
    await updated('a')
    await send()
    expect([elsewhere.posted, (await log(id))[0]?.status]).toEqual([[], 'waiting'])
    await elsewhere.close()
    hooks.answer = () => ({ status: 410 })
    server.advance(5_000)
    await send()
    const { data } = await admin.client.webhooks.list()
    expect(data[0]?.isEnabled).toBe(false)
  })

  test('is not sent to where its address is private, whatever it was when it was added', async () => {
    const { id } = await add()
    await updated('a')
    await send(false)
    expect(hooks.posted).toEqual([])
    expect((await log(id))[0]?.tries[0]?.error).toBe('Webhook URLs must use HTTPS.')
  })

  test('is signed with both secrets for a day after another was given', async () => {
    const { id, secret } = await add()
    const { secret: next } = await admin.client.webhooks.rotateSecret({ id })
    expect(next).not.toBe(secret)
    await updated('a')
    await send()
    server.advance(24 * 3_600_000 + 1000)
    await updated('b')
    await send()
    const counts = hooks.posted.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
    expect(counts).toEqual([2, 1])
    const { headers, text, body } = hooks.posted[1]!
    expect(headers['webhook-signature']).toBe(new Webhook(next).sign(body.id, server.deps.now(), text))
  })
})
