import { beforeEach, expect, test } from 'vitest'
import { toNameKey } from '../../../server/db/values.ts'
import { insertAsset } from '../../support/insert-rows.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let user: TestAccount

beforeEach(async () => {
  user = await server.account('user')
  const { db, now } = server.deps
  for (const [id, name] of [
    ['a', 'Quay'],
    ['b', 'Äther'],
    ['c', 'harbour 100%'],
    ['d', 'Boatyard'],
  ] as const) {
    await db
      .insertInto('applications')
      .values({ id, name, name_key: toNameKey(name), owner_id: user.id, created_at: now() })
      .execute()
    server.advance(1000)
  }
})

const listed = async (query: object = {}) => (await user.client.applications.list({ query })).data.map(({ id }) => id)

test('sorts applications by name without case and accents, or by age, in both directions', async () => {
  expect(await listed()).toEqual(['b', 'd', 'c', 'a'])
  expect(await listed({ order: '-name' })).toEqual(['a', 'c', 'd', 'b'])
  expect(await listed({ order: 'createdAt' })).toEqual(['a', 'b', 'c', 'd'])
  expect(await listed({ order: '-createdAt' })).toEqual(['d', 'c', 'b', 'a'])
})

test('finds applications by part of their name, with pattern characters taken literally', async () => {
  expect([await listed({ search: 'ATHER' }), await listed({ search: 'A' })]).toEqual([['b'], ['b', 'd', 'c', 'a']])
  expect([await listed({ search: '0%' }), await listed({ search: 'h%r' })]).toEqual([['c'], []])
})

test('lists applications in pages, and continues after a cursor', async () => {
  const { data, pagination } = await user.client.applications.list({ query: { limit: 3 } })
  expect([data.length, pagination.totalDocs, pagination.totalPages]).toEqual([3, 4, 2])
  expect(await listed({ limit: 3, page: 2 })).toEqual(['a'])
  expect(await listed({ limit: 3, after: pagination.nextCursor })).toEqual(['a'])
})

test('returns an application with owner and creation time, and 404 for a missing one', async () => {
  const quay = { id: 'a', name: 'Quay', ownerId: user.id, createdAt: '2026-03-02T09:00:00.000Z', assetCount: 0 }
  expect(await user.client.applications.get({ id: 'a' })).toEqual(quay)
  expect((await user.client.applications.list({ query: { search: 'quay' } })).data).toEqual([quay])
  await expect(user.client.applications.get({ id: 'none' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'The application was not found.',
  })
})

test('returns the number of assets of an application, and sorts applications by that number', async () => {
  const { db } = server.deps
  for (const [asset, applications] of [
    ['cap', ['a', 'c']],
    ['boots', ['c']],
    ['scarf', []],
  ] as const) {
    await insertAsset(db, { id: asset, ownerId: user.id, isPublic: true })
    for (const [at, application_id] of applications.entries())
      await db
        .insertInto('asset_applications')
        .values({ asset_id: asset, application_id, is_visible: true, position: at + 1 })
        .execute()
  }
  const { data } = await user.client.applications.list({ query: { order: '-assetCount' } })
  expect(data.map(({ id, assetCount }) => [id, assetCount])).toEqual([
    ['c', 2],
    ['a', 1],
    ['d', 0],
    ['b', 0],
  ])
  expect((await user.client.applications.get({ id: 'c' })).assetCount).toBe(2)
  await db.deleteFrom('assets').where('id', '=', 'cap').execute()
  expect((await user.client.applications.get({ id: 'c' })).assetCount).toBe(1)
})
