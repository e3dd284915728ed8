import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const SOURCE = `/files/${'ab'.repeat(32)}.psd`

let server: TestServer
let owner: TestAccount
let modelUrl: string
let id: string

beforeAll(async () => {
  server = await openTestServer({ workers: 0 })
  owner = await server.account('developer', 'owner@house.example')
  modelUrl = (await server.upload(owner, buildTinyGlb())).url
  const body = { name: 'Curls', type: 'hair', gender: 'neutral', modelUrl, defaultAuthorized: undefined } as const
  id = (await owner.client.assets.create({ body })).id
  const { db } = server.deps
  await db.updateTable('assets').set({ psd_url: SOURCE, default_authorized: true }).where('id', '=', id).execute()
  const change = { field: 'psdUrl', after: SOURCE }
  await db
    .updateTable('changelog')
    .set({ changes: JSON.stringify([change]) as never })
    .where('asset_id', '=', id)
    .execute()
})
afterAll(() => server.close())

test('hides the source file of an asset in every response to a caller who may not edit the asset', async () => {
  const paths = [
    `/v1/assets/${id}`,
    '/v1/assets',
    '/v1/assets?search=Curls',
    `/v1/assets/${id}/backoffice-changelog`,
    '/v1/assets/authorized',
    '/v1/assets/duplicates',
    '/v1/audit/assets',
    '/v1/audit/events',
    `/private/v1/assets/${id}`,
    '/private/v1/assets',
  ]
  for (const role of ['anonymous', 'user', 'developer'] as const) {
    const { token } = await server.account(role, `${role}@house.example`)
    for (const path of paths) {
      const response = await server.call(`GET ${path}`, { token })
      expect([role, path, JSON.stringify(response.body).includes(SOURCE)]).toEqual([role, path, false])
    }
  }
  for (const account of [owner, await server.account('admin')]) {
    expect((await account.client.assets.get({ id })).psdUrl).toBe(SOURCE)
    const { body } = await server.call(`GET /v1/assets/${id}/backoffice-changelog`, { token: account.token })
    expect(JSON.stringify(body)).toContain(SOURCE)
  }
})

test('a sync does not copy the source file of a parent that belongs to another owner', async () => {
  const other = await server.account('developer', 'other@house.example')
  const body = { name: 'Copy', type: 'hair', gender: 'neutral', modelUrl } as const
  const copy = await other.client.assets.create({ body })
  await server.deps.db.updateTable('assets').set({ parent_id: id }).where('id', '=', copy.id).execute()
  const synced = await server.call(`POST /v1/application-assets/${copy.id}/sync-with-parent`, {
    token: other.token,
    body: {},
  })
  expect([synced.status, synced.body.asset.name, synced.body.asset.psdUrl]).toEqual([200, 'Curls', undefined])
  expect(JSON.stringify(synced.body)).not.toContain(SOURCE)
})
