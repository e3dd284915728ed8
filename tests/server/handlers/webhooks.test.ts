import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startWebhooks } from '../../../server/webhooks/start-webhooks.ts'
import { EVENT_KEYS } from '../../../src/api/contract/events.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'
import { WebhookReceiver } from '../../support/webhook-receiver.ts'

const server = setUpTestServer()
let admin: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
})

const url = 'https://hooks.example/atelier'
const add = (body: object = {}) => admin.client.webhooks.create({ body: { url, ...body } })

describe('webhooks', () => {
  test('can be added, listed without secrets, changed and removed, with audit entries', async () => {
    const { secret, ...webhook } = await add({ keys: ['asset.v1.locked', 'asset.v1.locked'], description: 'Stock' })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(webhook).toEqual({
      id: expect.any(String),
      url,
      description: 'Stock',
      keys: [EVENT_KEYS.locked],
      isEnabled: true,
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T09:00:00.000Z',
    })
    expect((await admin.client.webhooks.list()).data).toEqual([webhook])
    server.advance(1000)
    const changed = await admin.client.webhooks.update({ id: webhook.id, body: { keys: [], isEnabled: false } })
    expect(changed).toEqual({ ...webhook, keys: [], isEnabled: false, updatedAt: '2026-03-02T09:00:01.000Z' })
    await admin.client.webhooks.rotateSecret({ id: webhook.id })
    await admin.client.webhooks.remove({ id: webhook.id })
    expect((await admin.client.webhooks.list()).data).toEqual([])
    const written = await server.deps.db
      .selectFrom('audit')
      .select(['action', 'user_id', 'details'])
      .orderBy('id')
      .execute()
    expect(
      written.filter(({ action }) => action.startsWith('webhook')).map((row) => [row.action, row.user_id]),
    ).toEqual([
      ['webhook-added', admin.id],
      ['webhook-changed', admin.id],
      ['webhook-secret-rotated', admin.id],
      ['webhook-removed', admin.id],
    ])
    expect(JSON.stringify(written)).not.toContain('whsec_')
  })

  test.each([
    ['http://hooks.example/', 'webhook.urlWrong'],
    ['https://127.0.0.1/', 'webhook.urlPrivate'],
    ['https://[::1]/', 'webhook.urlPrivate'],
    ['https://169.254.169.254/latest/meta-data', 'webhook.urlPrivate'],
    ['ftp://hooks.example/', 'This is not a valid http or https URL.'],
    ['https://me:pass@hooks.example/', 'URLs with credentials are not allowed.'],
    ['https://hooks.example/a\r\nb', 'This is not a valid http or https URL.'],
    ['https://hooks.example/\u202egnp.exe', 'This is not a valid http or https URL.'],
    ['https://:pass@hooks.example/', 'URLs with credentials are not allowed.'],
    ['hooks', 'This is not a valid http or https URL.'],
  ])('refuse the address %s', async (address, message) => {
    await expect(add({ url: address })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ path: 'body.url', message }],
    })
    const { id } = await add()
    await expect(admin.client.webhooks.update({ id, body: { url: address } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})

test('a webhook delivers changes of an asset automatically, and its log lists them by page and status', async () => {
  const hooks = await WebhookReceiver.open()
  const { db, events, log, now } = server.deps
  const reach = { isPrivate: true }
  const running = startWebhooks({ db, events, log, now, isShared: false, reach })
  server.deps.webhooks = running
  server.deps.webhookReach = reach
  await vi.waitFor(async () => expect(await db.selectFrom('event_consumers').selectAll().execute()).toHaveLength(1))
  const { id: hook } = await add({ url: hooks.url })
  const modelUrl = (await server.upload(admin, buildTinyGlb())).url
  const { id } = await admin.client.assets.create({ body: { name: 'A', type: 'top', gender: 'male', modelUrl } })
  await admin.client.assets.update({ id, body: { name: 'B' } })
  await vi.waitFor(() =>
    expect(hooks.receivedPosts.map(({ body }) => body.key)).toEqual([
      'asset.v1.created',
      'asset.v1.updated',
      'asset.v2.updated',
    ]),
  )
  await vi.waitFor(async () => {
    const { pagination } = await admin.client.webhooks.deliveries({ id: hook, query: { status: 'delivered' } })
    expect(pagination.totalDocs).toBe(3)
  })
  const { data } = await admin.client.webhooks.deliveries({ id: hook, query: { order: 'createdAt', limit: 1 } })
  expect(data.map(({ message }) => message.key)).toEqual(['asset.v1.created'])
  // A redelivery is sent immediately, not at the next check of the sender.
  await admin.client.webhooks.sendAgain({ id: hook, deliveryId: data[0]!.id })
  await vi.waitFor(() => expect(hooks.receivedPosts).toHaveLength(4))
  await running.stop()
  delete server.deps.webhooks
  delete server.deps.webhookReach
  await hooks.close()
})
