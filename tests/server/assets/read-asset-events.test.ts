import { beforeEach, expect, test } from 'vitest'
import { buildTinyGlb } from '../../support/glb.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer({ workers: 0 })
let admin: TestAccount
let editor: TestAccount

beforeEach(async () => {
  admin = await server.account('admin', 'chief@house.example')
  editor = await server.account('developer', 'ada@house.example')
})

const make = async (owner: TestAccount, name: string) =>
  owner.client.assets.create({
    body: { name, type: 'headwear', gender: 'neutral', modelUrl: (await server.upload(owner, buildTinyGlb())).url },
  })
type Query = NonNullable<Parameters<TestAccount['client']['audit']['events']>[0]>['query']
const listEvents = async (account: TestAccount, query: Query = {}) =>
  (await account.client.audit.events({ query: { limit: 50, ...query } })).data.map(({ key, asset, assetId }) => [
    key.replace(/^asset\.v\d\./, ''),
    asset?.name ?? assetId,
  ])

test('lists asset events of the requested keys, latest first, with actor and changed fields', async () => {
  const { id } = await make(editor, 'Cap')
  await editor.client.users.updateMe({ body: { name: 'Ada' } })
  await admin.client.assets.lock({ id, body: {} })
  await admin.client.assets.unlock({ id, body: {} })
  const { data } = await admin.client.audit.events({ query: { key: ['asset.v1.created', 'asset.v1.locked'] } })
  expect(data).toEqual([
    expect.objectContaining({ key: 'asset.v1.locked', actor: { id: admin.id, email: admin.email }, assetId: id }),
    {
      ...{ id: expect.any(String), at: expect.any(String), key: 'asset.v1.created', assetId: id, fields: [] },
      actor: { id: editor.id, name: 'Ada', email: editor.email },
      asset: { id, name: 'Cap', type: 'headwear' },
    },
  ])
  expect((await admin.client.audit.events({ query: { key: 'asset.v2.updated' } })).data[0]?.fields).toContain('locked')
})

test('filters events by key, actor and asset', async () => {
  const cap = await make(editor, 'Cap')
  await make(admin, 'Coat')
  expect(await listEvents(admin, { key: 'asset.v1.created' })).toEqual([
    ['created', 'Coat'],
    ['created', 'Cap'],
  ])
  expect(await listEvents(admin, { userId: editor.id })).toEqual([['created', 'Cap']])
  expect(await listEvents(admin, { assetId: cap.id })).toEqual([['created', 'Cap']])
  expect(await listEvents(admin, { assetId: cap.id, userId: admin.id })).toEqual([])
  expect(await listEvents(admin, { order: 'at' })).toEqual([
    ['created', 'Cap'],
    ['created', 'Coat'],
  ])
})

test('events name a trashed asset only to callers who may restore it, and a purged asset to no caller', async () => {
  const { id } = await make(editor, 'Cap')
  await editor.client.assets.remove({ id })
  const user = await server.account('user', 'bob@house.example')
  const deleted = { key: 'asset.v1.deleted' } as const
  expect(await listEvents(editor, deleted)).toEqual([['deleted', 'Cap']])
  expect(await listEvents(user, deleted)).toEqual([['deleted', id]])
  await editor.client.assets.purge({ id })
  expect((await listEvents(admin, { assetId: id })).every(([, name]) => name === id)).toBe(true)
})

test('shows a guest only events of public assets, without the names and email addresses of actors', async () => {
  const hidden = await make(editor, 'Cap')
  const open = await make(editor, 'Coat')
  await admin.client.assets.update({ id: open.id, body: { defaultAuthorized: true } })
  const guest = await server.account('anonymous')
  const { data } = await guest.client.audit.events()
  expect(data.length).toBeGreaterThan(0)
  expect(data.every(({ assetId, actor }) => assetId === open.id && !actor?.name && !actor?.email)).toBe(true)
  expect(await listEvents(guest, { assetId: hidden.id })).toEqual([])
})

test('lists the next page of asset events after a cursor', async () => {
  for (const name of ['A', 'B', 'C']) await make(editor, name)
  const first = await admin.client.audit.events({ query: { limit: 2 } })
  expect(first.pagination).toMatchObject({ totalDocs: 3, hasNextPage: true })
  expect(await listEvents(admin, { after: first.pagination.nextCursor!, limit: 2 })).toEqual([['created', 'A']])
})
