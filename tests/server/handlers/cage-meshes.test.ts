import { beforeEach, expect, test } from 'vitest'
import { toNameKey } from '../../../server/db/values.ts'
import type { AssetType, Gender } from '../../../src/api/contract/assets.ts'
import { insertAsset, MISSING_MODEL_URL } from '../../support/insert-rows.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let developer: TestAccount

beforeEach(async () => {
  developer = await server.account('developer')
  const { db } = server.deps
  for (const id of ['body-1', 'body-2'])
    await insertAsset(db, { id, ownerId: developer.id, isPublic: true, type: 'bodyshape' })
  await cage('a', 'Zither', 'female', 'top', 'body-1')
  await cage('b', 'Élan', 'male', 'hair', 'body-2')
  await cage('c', 'moor', 'neutral', null, null)
})

async function cage(id: string, name: string, gender: Gender, type: AssetType | null, body: string | null) {
  const at = server.deps.now()
  const row = {
    id,
    name,
    name_key: toNameKey(name),
    gender,
    asset_type: type,
    body_id: body,
    model_url: MISSING_MODEL_URL,
  }
  const stored = { vertices: 300, topology: '0'.repeat(64), created_by: developer.id, created_at: at, updated_at: at }
  await server.deps.db
    .insertInto('cage_meshes')
    .values({ ...row, ...stored })
    .execute()
  server.advance(1000)
}
const listed = async (query: object = {}) =>
  (await developer.client.cageMeshes.list({ query })).data.map(({ id }) => id).join('')

test('sorts cages newest first, or by name without case and accents, in both directions', async () => {
  expect([await listed(), await listed({ order: 'createdAt' })]).toEqual(['cba', 'abc'])
  expect([await listed({ order: 'name' }), await listed({ order: '-name' })]).toEqual(['bca', 'acb'])
})

test.each<[object, string]>([
  [{ search: 'elan' }, 'b'],
  [{ search: 'MOOR' }, 'c'],
  [{ search: '%' }, ''],
  [{ bodyId: 'body-1' }, 'a'],
  [{ bodyId: ['body-1', 'body-2'] }, 'ba'],
  [{ gender: 'male' }, 'b'],
  [{ gender: ['female', 'neutral'] }, 'ca'],
  [{ assetType: 'top' }, 'a'],
  [{ assetType: ['top', 'hair'] }, 'ba'],
  [{ assetType: 'whole' }, 'c'],
  [{ assetType: ['hair', 'whole'] }, 'cb'],
  [{ assetType: 'footwear' }, ''],
  [{ assetType: ['top', 'whole'], gender: 'neutral' }, 'c'],
])('filters cages by %j, which leaves the ids "%s"', async (query, expected) => {
  expect(await listed(query)).toBe(expected)
})

test('lists cages in pages, and continues after a cursor', async () => {
  const { data, pagination } = await developer.client.cageMeshes.list({ query: { limit: 2 } })
  expect([data.length, pagination.totalDocs]).toEqual([2, 3])
  expect([await listed({ limit: 2, page: 2 }), await listed({ limit: 2, after: pagination.nextCursor })]).toEqual([
    'a',
    'a',
  ])
})

test('returns all fields of a cage, and 404 for a missing one', async () => {
  const whole = {
    ...{ id: 'a', name: 'Zither', gender: 'female', assetType: 'top', bodyId: 'body-1', modelUrl: MISSING_MODEL_URL },
    ...{ vertices: 300, topology: '0'.repeat(64) },
    ...{ createdAt: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z' },
  }
  expect(await developer.client.cageMeshes.get({ id: 'a' })).toEqual(whole)
  expect((await developer.client.cageMeshes.list({ query: { bodyId: 'body-1' } })).data).toEqual([whole])
  await expect(developer.client.cageMeshes.get({ id: 'none' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'The cage mesh was not found.',
  })
})
