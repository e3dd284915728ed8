import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTinyGlb } from '../../support/glb.ts'
import { buildPsd } from '../../support/images.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ workers: 0 })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

test('refuses to attach a PSD source file that the caller neither uploaded nor may read', async () => {
  const owner = await server.account('developer', 'owner@house.example')
  const other = await server.account('developer', 'other@house.example')
  const admin = await server.account('admin')
  const { url: modelUrl } = await server.upload(owner, buildTinyGlb())
  const { url: psdUrl } = await server.upload(owner, buildPsd(), 'psd')
  const plain = { name: 'Curls', type: 'hair', gender: 'neutral', modelUrl } as const
  // An admin may refer to every file, also to a file that no asset has yet.
  await admin.client.assets.create({ body: { ...plain, psdUrl } })
  // The owner uploaded the PSD file, so the owner may refer to it.
  const own = await owner.client.assets.create({ body: { ...plain, psdUrl } })
  await owner.client.assets.update({ id: own.id, body: { psdUrl } })

  const responses = [
    await server.call('POST /v1/assets', { token: other.token, body: { ...plain, psdUrl } }),
    await server.call(`PATCH /v1/assets/${(await other.client.assets.create({ body: plain })).id}`, {
      token: other.token,
      body: { psdUrl },
    }),
  ]
  expect(responses.map(({ status, body }) => [status, body.error?.code, body.error?.details])).toEqual(
    Array(2).fill([422, 'FILE_UNKNOWN', { path: 'body.psdUrl' }]),
  )
  // A user who uploads the same bytes already has the file, so the reference reveals nothing.
  await server.upload(other, buildPsd(), 'psd')
  expect((await other.client.assets.create({ body: { ...plain, psdUrl } })).psdUrl).toBe(psdUrl)
})

test('the creator of a trashed asset cannot reuse its source file if another user uploaded the file', async () => {
  const owner = await server.account('developer', 'trasher@house.example')
  const admin = await server.account('admin')
  const { url: modelUrl } = await server.upload(owner, buildTinyGlb())
  const { url: psdUrl } = await server.upload(admin, buildPsd({ width: 7, height: 4 }), 'psd')
  const body = { name: 'Bob', type: 'hair', gender: 'neutral', modelUrl } as const
  const { id } = await owner.client.assets.create({ body })
  const { id: second } = await owner.client.assets.create({ body: { ...body, name: 'Second bob' } })
  const attach = async () =>
    (await server.call(`PATCH /v1/assets/${second}`, { token: owner.token, body: { psdUrl } })).status

  await admin.client.assets.update({ id, body: { psdUrl } })
  await owner.client.assets.remove({ id })
  expect(await attach()).toBe(422)
  await owner.client.assets.restore({ id })
  expect(await attach()).toBe(200)
})
