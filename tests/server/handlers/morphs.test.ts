import { beforeEach, expect, test } from 'vitest'
import { jsonSql } from '../../../server/db/values.ts'
import type { JobStatus } from '../../../src/api/contract/jobs.ts'
import { insertAsset, MISSING_MODEL_URL } from '../../support/insert-rows.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer({ workers: 0 })
let admin: TestAccount
let [ann, ben]: TestAccount[] = []

beforeEach(async () => {
  admin = await server.account('admin')
  ann = await server.account('developer', 'ann@house.example')
  ben = await server.account('developer', 'ben@house.example')
  for (const [id, ownerId] of [
    ['boot', ann.id],
    ['cap', ben.id],
    ['body-1', admin.id],
    ['body-2', admin.id],
  ] as const)
    await insertAsset(server.deps.db, { id, ownerId, isPublic: true })
})

async function morphed(id: string, assetId: string, bodyId: string) {
  server.advance(1000)
  const row = { id, asset_id: assetId, body_id: bodyId, model_url: MISSING_MODEL_URL, made_from: 'x' }
  await server.deps.db
    .insertInto('morphed_assets')
    .values({ ...row, created_at: server.deps.now() })
    .execute()
}
async function entry(id: string, assetId: string, bodyId: string, owner: TestAccount, status: JobStatus = 'queued') {
  server.advance(1000)
  const row = { id, kind: 'morph' as const, key: id, payload: jsonSql({ assetId, bodyId }), owner_id: owner.id, status }
  const at = server.deps.now()
  await server.deps.db
    .insertInto('jobs')
    .values({ ...row, run_at: at, created_at: at })
    .execute()
}
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(' ')

test('sorts morphed assets by age, and filters them by asset, body and application', async () => {
  await morphed('m1', 'boot', 'body-1')
  await morphed('m2', 'boot', 'body-2')
  await morphed('m3', 'cap', 'body-1')
  const { db } = server.deps
  for (const id of ['harbour', 'quay', 'mill'])
    await db
      .insertInto('applications')
      .values({ id, name: id, name_key: id, owner_id: admin.id, created_at: START_TIME })
      .execute()
  for (const [application_id, asset_id, body_id] of [
    ['harbour', 'boot', 'body-2'],
    ['quay', 'cap', 'body-1'],
  ] as const)
    await db
      .insertInto('application_morphed_assets')
      .values({ application_id, asset_id, body_id, added_at: START_TIME })
      .execute()
  const listed = async (query: object = {}) => ids((await admin.client.privateMorphedAssets.list({ query })).data)
  expect([await listed(), await listed({ order: '-createdAt' }), await listed({ order: 'createdAt' })]).toEqual([
    'm3 m2 m1',
    'm3 m2 m1',
    'm1 m2 m3',
  ])
  expect([await listed({ assetId: 'boot' }), await listed({ assetId: ['boot', 'cap'] })]).toEqual(['m2 m1', 'm3 m2 m1'])
  expect([await listed({ bodyId: 'body-1' }), await listed({ bodyId: 'body-2' })]).toEqual(['m3 m1', 'm2'])
  expect([await listed({ applicationId: 'harbour' }), await listed({ applicationId: ['harbour', 'quay'] })]).toEqual([
    'm2',
    'm3 m2',
  ])
  expect(await listed({ applicationId: 'mill' })).toBe('')
  const { data, pagination } = await admin.client.privateMorphedAssets.list({ query: { limit: 2 } })
  expect([
    pagination.totalDocs,
    await listed({ limit: 2, page: 2 }),
    await listed({ limit: 2, after: pagination.nextCursor }),
  ]).toEqual([3, 'm1', 'm1'])
  expect(data[0]).toEqual({
    ...{
      id: 'm3',
      assetId: 'cap',
      bodyId: 'body-1',
      modelUrl: MISSING_MODEL_URL,
      createdAt: '2026-03-02T09:00:03.000Z',
    },
  })
})

test('includes the resulting model in an entry of the morph queue while the result is stored', async () => {
  const listed = async () =>
    (await admin.client.morphedAssetQueue.list({ query: {} })).data.map(({ id, modelUrl }) => [id, modelUrl])
  await entry('m1', 'boot', 'body-1', admin, 'done')
  await entry('m2', 'boot', 'body-2', admin)
  await morphed('m1', 'boot', 'body-1')
  expect(await listed()).toEqual([
    ['m2', undefined],
    ['m1', MISSING_MODEL_URL],
  ])
  await server.deps.db.deleteFrom('morphed_assets').where('id', '=', 'm1').execute()
  expect(await listed()).toEqual([
    ['m2', undefined],
    ['m1', undefined],
  ])
})

test('returns the stored result and the last request for each body that an asset is morphed to', async () => {
  await morphed('m1', 'boot', 'body-2')
  await morphed('m2', 'cap', 'body-1')
  await entry('e1', 'boot', 'body-2', ann!, 'failed')
  await entry('e2', 'boot', 'body-2', ann!)
  await entry('e3', 'boot', 'body-1', ann!, 'running')
  await entry('e4', 'cap', 'body-3', ann!)
  const { status } = admin.client.privateMorphedAssets
  expect(await status({ query: { assetId: 'boot' } })).toEqual({
    assetId: 'boot',
    bodies: [
      { bodyId: 'body-1', entry: expect.objectContaining({ id: 'e3', status: 'running' }) },
      {
        bodyId: 'body-2',
        morphedAsset: expect.objectContaining({ id: 'm1', createdAt: '2026-03-02T09:00:01.000Z' }),
        entry: expect.objectContaining({ id: 'e2', status: 'queued' }),
      },
    ],
  })
  expect((await status({ query: { assetId: 'body-1' } })).bodies).toEqual([])
  await expect(status({ query: { assetId: 'none' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('sorts, filters and counts the morph queue for admins, requesters and owners of assets', async () => {
  await entry('e1', 'boot', 'body-1', ann!, 'done')
  await entry('e2', 'boot', 'body-2', admin, 'failed')
  await entry('e3', 'cap', 'body-1', admin, 'running')
  await entry('e4', 'cap', 'body-2', admin)
  const listed = async (query: object = {}, by = admin) => ids((await by.client.morphedAssetQueue.list({ query })).data)
  expect([await listed(), await listed({ order: 'createdAt' }), await listed({ order: '-createdAt' })]).toEqual([
    'e4 e3 e2 e1',
    'e1 e2 e3 e4',
    'e4 e3 e2 e1',
  ])
  expect([await listed({}, ann), await listed({}, ben)]).toEqual(['e2 e1', 'e4 e3'])
  expect([await listed({ bodyId: 'body-2' }), await listed({ assetId: 'cap', status: 'queued' })]).toEqual([
    'e4 e2',
    'e4',
  ])
  const { pagination } = await admin.client.morphedAssetQueue.list({ query: { limit: 3 } })
  expect([await listed({ limit: 3, page: 2 }), await listed({ limit: 3, after: pagination.nextCursor })]).toEqual([
    'e1',
    'e1',
  ])
  const { status } = admin.client.morphedAssetQueue
  expect(await status({})).toEqual({ queued: 1, running: 1, done: 1, failed: 1 })
  expect(await status({ query: { assetId: 'boot' } })).toEqual({ queued: 0, running: 0, done: 1, failed: 1 })
  expect(await ben!.client.morphedAssetQueue.status({})).toEqual({ queued: 1, running: 1, done: 0, failed: 0 })
})
