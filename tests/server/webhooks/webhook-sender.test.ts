import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readEvents, writeEvents } from '../../../server/events/outbox.ts'
import { createDeliveries } from '../../../server/webhooks/create-deliveries.ts'
import { createWebhookSender } from '../../../server/webhooks/webhook-sender.ts'
import { EVENT_KEYS, type EventKey } from '../../../src/api/contract/events.ts'
import { findFreePort } from '../../support/free-port.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'
import { WebhookReceiver } from '../../support/webhook-receiver.ts'

const server = setUpTestServer({ deps: { webhookReach: { isPrivate: true } } })
let hooks: WebhookReceiver
let admin: TestAccount

beforeEach(async () => {
  hooks = await WebhookReceiver.open()
  admin = await server.account('admin')
})
afterEach(() => hooks.close())

const add = (keys: EventKey[] = [], url = hooks.url) => admin.client.webhooks.create({ body: { url, keys } })
/** Writes events and fans them out to the webhooks. */
const recordChanges = async (...changes: [id: string, key: EventKey][]) => {
  const position = server.deps.events.last
  const at = server.deps.now().toISOString()
  await writeEvents(
    server.deps.db,
    'somebody',
    changes.map(([id, key]) => ({ id, key, at })),
  )
  await server.deps.relay.catchUp()
  await createDeliveries(server.deps.db, server.deps.now(), await readEvents(server.deps.db, position, 200))
}
const updated = (...ids: string[]) => recordChanges(...ids.map((id): [string, EventKey] => [id, EVENT_KEYS.updated]))
const send = async (isPrivate = true): Promise<number> => {
  const before = hooks.receivedPosts.length
  const faults: unknown[] = []
  const onFault = (error: unknown) => faults.push(error)
  const { db, now } = server.deps
  const sender = createWebhookSender({ db, now, reach: { isPrivate }, random: () => 0.5, onFault })
  await sender.sendDue()
  await sender.idle()
  expect(faults).toEqual([])
  return hooks.receivedPosts.length - before
}
const log = async (id: string) => {
  // Signs in again, because the clock may have passed the token's expiry.
  const { client } = await server.account('admin')
  return (await client.webhooks.deliveries({ id, query: { limit: 100 } })).data
}
const row = (id: string) =>
  server.deps.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const posted = () => hooks.receivedPosts.map(({ body }) => body.assetId)

describe('a webhook', () => {
  test('receives events, signed so that any Standard Webhooks library verifies them', async () => {
    const { id, secret } = await add()
    await updated('cap')
    expect(await send()).toBe(1)
    const [{ headers, text, body }] = hooks.receivedPosts as [WebhookReceiver['receivedPosts'][0]]
    expect(body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      key: 'asset.v1.updated',
      version: 1,
      at: '2026-03-02T09:00:00.000Z',
      assetId: 'cap',
      actorId: 'somebody',
    })
    expect(headers['content-type']).toBe('application/json')
    // The webhook library refuses timestamps older than five minutes, and the test clock does not advance.
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

  test('receives only its subscribed events, and none while it is disabled', async () => {
    await add([EVENT_KEYS.locked, EVENT_KEYS.deleted])
    const off = await add()
    await admin.client.webhooks.update({ id: off.id, body: { isEnabled: false } })
    await recordChanges(
      ['a', EVENT_KEYS.updated],
      ['b', EVENT_KEYS.locked],
      ['c', EVENT_KEYS.created],
      ['d', EVENT_KEYS.deleted],
    )
    await send()
    expect(posted()).toEqual(['b', 'd'])
    expect(await log(off.id)).toEqual([])
  })

  test('waits for the next pass while eight other webhooks receive events', async () => {
    for (let count = 0; count < 9; count += 1) await add()
    await updated('cap')
    expect(await send()).toBe(8)
    expect(await send()).toBe(1)
  })

  test('receives an event once, even if it is fanned out twice', async () => {
    await add()
    const position = server.deps.events.last
    await updated('cap')
    await createDeliveries(server.deps.db, server.deps.now(), await readEvents(server.deps.db, position, 10))
    await send()
    expect(posted()).toEqual(['cap'])
  })

  test('gets eight logged attempts at a delivery within a day, then none until an admin sends it again', async () => {
    const { id } = await add()
    hooks.respond = () => ({ status: 500, text: 'x'.repeat(5000) })
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
    hooks.respond = () => ({ status: 200, text: 'thanks' })
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

  test('receives the events of an asset in order, and a failed event delays only events of that asset', async () => {
    await add()
    hooks.respond = ({ body }) => ({ status: body.assetId === 'bad' ? 500 : 200 })
    await recordChanges(
      ['bad', EVENT_KEYS.created],
      ['good', EVENT_KEYS.created],
      ['bad', EVENT_KEYS.updated],
      ['good', EVENT_KEYS.updated],
    )
    await send()
    expect(hooks.receivedPosts.map(({ body }) => `${body.assetId} ${body.key}`)).toEqual([
      'bad asset.v1.created',
      'good asset.v1.created',
      'good asset.v1.updated',
    ])
    hooks.respond = () => ({ status: 200 })
    server.advance(5_000)
    await send()
    expect(hooks.receivedPosts.slice(3).map(({ body }) => `${body.assetId} ${body.key}`)).toEqual([
      'bad asset.v1.created',
      'bad asset.v1.updated',
    ])
  })

  test('gets retries at growing intervals while unreachable, delays no other webhook, then gets all events', async () => {
    let receiver = await WebhookReceiver.open(await findFreePort())
    const { url } = receiver
    const { id } = await add([], url)
    await add()
    await receiver.close()
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
    receiver = await WebhookReceiver.open(Number(new URL(url).port))
    server.advance(600_000)
    await send()
    expect(receiver.receivedPosts.map(({ body }) => body.assetId).sort()).toEqual(['a', 'b', 'c'])
    expect(await row(id)).toMatchObject({ paused_until: null, unreachable_since: null })
    await receiver.close()
  })

  test('is disabled after three days without a response, and the audit log records this', async () => {
    const receiver = await WebhookReceiver.open(await findFreePort())
    const { id } = await add([], receiver.url)
    await receiver.close()
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

  test('receives the remaining events at its new URL if the URL is changed between two events', async () => {
    const { id } = await add()
    const elsewhere = await WebhookReceiver.open()
    await updated('a', 'b', 'c')
    hooks.respond = async () => {
      await admin.client.webhooks.update({ id, body: { url: elsewhere.url } })
      return { status: 200 }
    }
    await send()
    expect([posted(), elsewhere.receivedPosts.map(({ body }) => body.assetId)]).toEqual([['a'], ['b', 'c']])
    await elsewhere.close()
  })

  test('keeps a delivery pending that is sent again while an earlier response is in flight', async () => {
    const { id } = await add()
    hooks.respond = async () => {
      const [delivery] = await log(id)
      await admin.client.webhooks.sendAgain({ id, deliveryId: delivery!.id })
      // The delivery is due now. The clock is set back by 1 ms, so that the sender does not send the delivery in the same pass.
      server.advance(-1)
      return { status: 200 }
    }
    await updated('a')
    expect(await send()).toBe(1)
    const read = () =>
      server.deps.db
        .selectFrom('webhook_deliveries')
        .select(['status', 'tried', 'tries'])
        .where('webhook_id', '=', id)
        .execute()
    expect(await read()).toEqual([{ status: 'waiting', tried: 0, tries: [] }])
    hooks.respond = () => ({ status: 200 })
    server.advance(1)
    expect(await send()).toBe(1)
    expect(await read()).toEqual([{ status: 'delivered', tried: 1, tries: [expect.objectContaining({ status: 200 })] }])
  })

  test('gets another attempt if its server closes the connection without a response', async () => {
    const { id } = await add()
    hooks.respond = () => 'cut'
    await updated('a')
    await send()
    const [delivery] = await log(id)
    expect([delivery?.status, delivery?.tries.length, delivery?.tries[0]?.status]).toEqual(['waiting', 1, undefined])
    hooks.respond = () => ({ status: 200 })
    server.advance(5_000)
    await send()
    expect((await log(id))[0]?.status).toBe('delivered')
  })

  test('gets no event at the target of a redirect, and is disabled by a 410', async () => {
    const { id } = await add()
    const elsewhere = await WebhookReceiver.open()
    hooks.respond = () => ({ status: 302, headers: { location: elsewhere.url } })
    await updated('a')
    await send()
    expect([elsewhere.receivedPosts, (await log(id))[0]?.status]).toEqual([[], 'waiting'])
    await elsewhere.close()
    hooks.respond = () => ({ status: 410 })
    server.advance(5_000)
    await send()
    const { data } = await admin.client.webhooks.list()
    expect(data[0]?.isEnabled).toBe(false)
  })

  test('receives nothing at an unencrypted private URL, even if such URLs were allowed when it was added', async () => {
    const { id } = await add()
    await updated('a')
    await send(false)
    expect(hooks.receivedPosts).toEqual([])
    expect((await log(id))[0]?.tries[0]?.error).toBe('Webhook URLs must use HTTPS.')
  })

  test.each(['127.0.0.1', '[::1]', 'localhost'])(
    'receives nothing at the private host %s over HTTPS, even if it was added when that was allowed',
    async (host) => {
      const { id } = await add([], `https://${host}:${new URL(hooks.url).port}/hook`)
      await updated('a')
      await send(false)
      expect((await log(id))[0]?.tries[0]?.error).toBe(`${host} is not a public address.`)
    },
  )

  test('gets events signed with the old and the new secret for a day after a rotation', async () => {
    const { id, secret } = await add()
    const { secret: next } = await admin.client.webhooks.rotateSecret({ id })
    expect(next).not.toBe(secret)
    await updated('a')
    await send()
    server.advance(24 * 3_600_000 + 1000)
    await updated('b')
    await send()
    const counts = hooks.receivedPosts.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
    expect(counts).toEqual([2, 1])
    const { headers, text, body } = hooks.receivedPosts[1]!
    expect(headers['webhook-signature']).toBe(new Webhook(next).sign(body.id, server.deps.now(), text))
  })
})
