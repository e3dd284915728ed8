import { beforeEach, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let cap: Asset

beforeEach(async () => {
  admin = await server.account('admin')
  const { url: modelUrl } = await server.upload(admin, buildTinyGlb())
  cap = await admin.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } })
  server.advance(1000)
})

const call = (endpoint: string, body?: unknown) =>
  server.call(endpoint, { token: admin.token, ...(body ? { body } : {}) })

test('returns the version of an asset on read, change and revert, for use in If-Match', async () => {
  const read = await call(`GET /v1/assets/${cap.id}`)
  expect(read.headers.get('etag')).toMatch(/^"2026-03-02T09:00:00.000Z[^"]*"$/)
  const changed = await call(`PATCH /v1/assets/${cap.id}`, { name: 'Hat' })
  expect([changed.status, changed.headers.get('etag')]).toEqual([
    200,
    expect.stringMatching(/^"2026-03-02T09:00:01.000Z[^"]*"$/),
  ])
  server.advance(1000)
  const { data } = await admin.client.assets.changelog({ id: cap.id, query: { order: 'at' } })
  const reverted = await call(`POST /v1/assets/${cap.id}/revert`, { entryId: data[0]!.id })
  expect([reverted.status, reverted.body.asset.name, reverted.headers.get('etag')]).toEqual([
    200,
    'Cap',
    expect.stringMatching(/^"2026-03-02T09:00:02.000Z[^"]*"$/),
  ])
  server.advance(1000)
  const again = { token: admin.token, body: { name: 'Hood' }, headers: { 'if-match': reverted.headers.get('etag')! } }
  expect((await server.call(`PATCH /v1/assets/${cap.id}`, again)).status).toBe(200)
  expect((await server.call(`PATCH /v1/assets/${cap.id}`, again)).status).toBe(412)
})

test('returns the new version of a copy after it is synced with its template', async () => {
  const copy = await admin.client.privateAssets.usingTemplate({ body: { templateId: cap.id, name: 'Copy' } })
  await admin.client.assets.update({ id: cap.id, body: { gender: 'male' } })
  server.advance(1000)
  const synced = await call(`POST /v1/application-assets/${copy.id}/sync-with-parent`, {})
  expect([synced.status, synced.body.asset.gender, synced.headers.get('etag')]).toEqual([
    200,
    'male',
    expect.stringMatching(/^"2026-03-02T09:00:02.000Z[^"]*"$/),
  ])
  expect(synced.body.changes.map(({ field }: { field: string }) => field)).toContain('gender')
})

test('sorts and pages the changelog of an asset, with email addresses for admins', async () => {
  for (const name of ['B', 'C']) {
    await admin.client.assets.update({ id: cap.id, body: { name } })
    server.advance(1000)
  }
  const times = async (query: object = {}) =>
    (await admin.client.assets.changelog({ id: cap.id, query })).data.map(({ at }) => at.slice(17, 19)).join(' ')
  expect([await times(), await times({ order: '-at' }), await times({ order: 'at' })]).toEqual([
    '02 01 00',
    '02 01 00',
    '00 01 02',
  ])
  const { data, pagination } = await admin.client.assets.changelog({ id: cap.id, query: { limit: 2 } })
  expect([pagination.totalDocs, await times({ limit: 2, page: 2 })]).toEqual([3, '00'])
  expect(await times({ limit: 2, after: pagination.nextCursor })).toBe('00')
  expect(data[0]).toEqual({
    id: expect.any(String),
    at: '2026-03-02T09:00:02.000Z',
    action: 'updated',
    actor: { id: admin.id, email: admin.email },
    changes: [{ field: 'name', before: 'B', after: 'C' }],
  })
  await expect(admin.client.assets.changelog({ id: 'none' })).rejects.toMatchObject({
    message: 'The asset was not found.',
  })
  await expect(admin.client.assets.get({ id: 'none' })).rejects.toMatchObject({ message: 'The asset was not found.' })
})
