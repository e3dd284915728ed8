import { beforeEach, describe, expect, test } from 'vitest'
import { jsonSql } from '../../../server/db/values.ts'
import type { DeliveryStatus } from '../../../src/api/contract/delivery-statuses.ts'
import type { TestAccount, TestServer } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let woken: number

beforeEach(async () => {
  woken = 0
  const wake = () => {
    woken += 1
  }
  server.deps.webhooks = { wake } as NonNullable<TestServer['deps']['webhooks']>
  delete server.deps.webhookReach
  admin = await server.account('admin')
})

const url = 'https://hooks.example/atelier'
const add = (body: object = {}) => admin.client.webhooks.create({ body: { url, ...body } })
const row = (id: string) =>
  server.deps.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, seconds)).toISOString()

async function delivery(id: string, hook: string, position: number, status: DeliveryStatus) {
  server.advance(1000)
  const now = server.deps.now()
  const message = { id, key: 'asset.v1.locked' as const, version: 1 as const, at: now.toISOString(), assetId: 'a' }
  const of = { webhook_id: hook, position: String(position), asset_id: 'a', message: jsonSql(message) }
  const due = status === 'waiting' ? now : null
  await server.deps.db
    .insertInto('webhook_deliveries')
    .values({ id, ...of, status, tries: jsonSql([]), due_at: due, created_at: now, round: 2, tried: 5 })
    .execute()
}

describe('a webhook', () => {
  test('receives all events and has no description by default', async () => {
    const webhook = await add()
    expect(webhook).toMatchObject({ keys: [], description: '', isEnabled: true })
    expect(await row(webhook.id)).toMatchObject({ created_by: admin.id, secret: webhook.secret, old_secret: null })
    expect((await add()).secret).not.toBe(webhook.secret)
  })

  test('appears after older webhooks in the list', async () => {
    const ids = [await add(), await add(), await add()].map(({ id }) => id)
    expect((await admin.client.webhooks.list()).data.map(({ id }) => id)).toEqual(ids)
  })

  test('keeps its secret and the fields that an update does not contain', async () => {
    const { id, secret, ...created } = await add({ keys: ['asset.v1.locked'], description: 'Stock' })
    const { update } = admin.client.webhooks
    for (const [body, then] of [
      [{ url: 'https://other.example/' }, { url: 'https://other.example/' }],
      [{ keys: ['asset.v1.created'] }, { keys: ['asset.v1.created'] }],
      [{ description: 'Shop' }, { description: 'Shop' }],
      [{ isEnabled: false }, { isEnabled: false }],
      [{ isEnabled: true }, { isEnabled: true }],
      [{}, {}],
    ] as const) {
      Object.assign(created, then)
      expect(await update({ id, body: body as object })).toEqual({ id, ...created })
    }
    expect((await row(id)).secret).toBe(secret)
  })

  test('resumes immediately after an update, even if it was paused as unreachable', async () => {
    const { id } = await add()
    await server.deps.db
      .updateTable('webhooks')
      .set({ paused_until: new Date('2026-03-03'), unreachable_since: new Date('2026-03-01') })
      .execute()
    await admin.client.webhooks.update({ id, body: {} })
    expect(await row(id)).toMatchObject({ paused_until: null, unreachable_since: null })
    expect(woken).toBe(1)
  })

  test('stores the old secret for one more day after a rotation, and lists no secret', async () => {
    const { id, secret } = await add()
    server.advance(1000)
    const changed = await admin.client.webhooks.rotateSecret({ id })
    expect(changed.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect([changed.secret === secret, changed.updatedAt]).toEqual([false, at(1)])
    expect(await row(id)).toMatchObject({
      secret: changed.secret,
      old_secret: secret,
      old_secret_until: new Date('2026-03-03T09:00:01.000Z'),
    })
    expect((await admin.client.webhooks.list()).data[0]).not.toHaveProperty('secret')
  })

  test("appears in the audit log with its host and the caller's address, but without its secret path", async () => {
    const { id } = await add({ url: 'https://hooks.example:8443/secret-path' })
    const { details, address } = await server.deps.db
      .selectFrom('audit')
      .select(['details', 'address'])
      .where('action', '=', 'webhook-added')
      .executeTakeFirstOrThrow()
    expect([details, address === '']).toEqual([{ webhookId: id, host: 'hooks.example:8443' }, false])
  })

  test('may have a private address without HTTPS only where the server allows it', async () => {
    await expect(add({ url: 'http://10.0.0.1/' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    server.deps.webhookReach = { isPrivate: true }
    expect((await add({ url: 'http://10.0.0.1/' })).url).toBe('http://10.0.0.1/')
    server.deps.webhookReach = { isPrivate: false }
    await expect(add({ url: 'https://10.0.0.1/' })).rejects.toMatchObject({
      fieldErrors: [{ path: 'body.url', message: 'webhook.urlPrivate' }],
    })
  })

  test('beyond the twentieth is refused with a message, even for concurrent requests', async () => {
    const results = await Promise.allSettled(Array.from({ length: 21 }, () => add()))
    const refused = results.filter((it) => it.status === 'rejected')
    expect(refused.map(({ reason }) => [reason.code, reason.message])).toEqual([
      ['LIMIT_REACHED', 'There are already 20 webhooks. Remove one first.'],
    ])
    expect((await admin.client.webhooks.list()).data).toHaveLength(20)
  })

  test('and a delivery that do not exist cause different error messages', async () => {
    const { update, remove, rotateSecret, deliveries, sendAgain } = admin.client.webhooks
    const calls = [
      update({ id: 'none', body: {} }),
      remove({ id: 'none' }),
      rotateSecret({ id: 'none' }),
      deliveries({ id: 'none' }),
    ]
    await Promise.all(
      calls.map((call) => expect(call).rejects.toMatchObject({ message: 'The webhook was not found.' })),
    )
    await expect(sendAgain({ id: 'none', deliveryId: 'none' })).rejects.toMatchObject({
      message: 'The delivery was not found.',
    })
  })
})

describe('the log of a webhook', () => {
  test('shows its own deliveries, sorted by age, filtered by status, in pages', async () => {
    const [hook, other] = [(await add()).id, (await add()).id]
    await delivery('d1', hook, 1, 'delivered')
    await delivery('d2', hook, 2, 'failed')
    await delivery('d3', hook, 3, 'waiting')
    await delivery('d4', other, 4, 'delivered')
    const listed = async (query: object = {}) =>
      (await admin.client.webhooks.deliveries({ id: hook, query })).data.map(({ id }) => id).join(' ')
    expect([await listed(), await listed({ order: '-createdAt' }), await listed({ order: 'createdAt' })]).toEqual([
      'd3 d2 d1',
      'd3 d2 d1',
      'd1 d2 d3',
    ])
    expect([await listed({ status: 'failed' }), await listed({ status: 'waiting' })]).toEqual(['d2', 'd3'])
    const { data, pagination } = await admin.client.webhooks.deliveries({ id: hook, query: { limit: 2 } })
    expect([pagination.totalDocs, await listed({ limit: 2, page: 2 })]).toEqual([3, 'd1'])
    expect(await listed({ limit: 2, after: pagination.nextCursor })).toBe('d1')
    const message = (id: string, time: string) => ({ id, key: 'asset.v1.locked', version: 1, at: time, assetId: 'a' })
    expect(data).toEqual([
      ...[
        { id: 'd3', message: message('d3', at(3)), status: 'waiting', tries: [], createdAt: at(3), nextTryAt: at(3) },
      ],
      ...[{ id: 'd2', message: message('d2', at(2)), status: 'failed', tries: [], createdAt: at(2) }],
    ])
  })

  test('sends one failed delivery again immediately, with all attempts restored, and no other delivery', async () => {
    const [hook, other] = [(await add()).id, (await add()).id]
    await delivery('d1', hook, 1, 'failed')
    await delivery('d2', hook, 2, 'failed')
    await server.deps.db
      .updateTable('webhooks')
      .set({ paused_until: new Date('2026-03-03') })
      .execute()
    const { sendAgain } = admin.client.webhooks
    await expect(sendAgain({ id: other, deliveryId: 'd1' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const before = woken
    expect(await sendAgain({ id: hook, deliveryId: 'd1' })).toEqual({
      id: 'd1',
      message: expect.objectContaining({ assetId: 'a' }),
      status: 'waiting',
      tries: [],
      createdAt: at(1),
      nextTryAt: at(2),
    })
    const rows = await server.deps.db
      .selectFrom('webhook_deliveries')
      .select(['id', 'status', 'round', 'tried'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: 'd1', status: 'waiting', round: 3, tried: 0 },
      { id: 'd2', status: 'failed', round: 2, tried: 5 },
    ])
    expect([(await row(hook)).paused_until, (await row(other)).paused_until]).toEqual([null, new Date('2026-03-03')])
    expect(woken - before).toBe(1)
  })
})
