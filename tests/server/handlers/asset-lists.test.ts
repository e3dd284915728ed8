import { beforeEach, expect, test } from 'vitest'
import { insertAsset } from '../../support/insert-rows.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let developer: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
  developer = await server.account('developer')
  const { db } = server.deps
  await insertAsset(db, { id: 'own', ownerId: developer.id, isPublic: false })
  await insertAsset(db, { id: 'everyones', ownerId: admin.id, isPublic: true, type: 'hair' })
  await insertAsset(db, { id: 'given', ownerId: admin.id, isPublic: false, type: 'hair' })
  await insertAsset(db, { id: 'others', ownerId: admin.id, isPublic: false })
  await db
    .insertInto('user_assets')
    .values({ user_id: developer.id, asset_id: 'given', added_at: START_TIME })
    .execute()
})

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('separate endpoints list public assets, assets the caller may use, and assets the caller may edit', async () => {
  const { list, authorizeDefault, authorized, editable } = developer.client.assets
  const query = { order: 'name' as const }
  expect(ids((await list({ query })).data)).toEqual(['everyones', 'given', 'others', 'own'])
  expect(ids((await authorizeDefault({ query })).data)).toEqual(['everyones'])
  expect(ids((await authorized({ query })).data)).toEqual(['everyones', 'given', 'own'])
  expect(ids((await editable({ query })).data)).toEqual(['own'])
  expect((await authorized()).pagination.totalDocs).toBe(3)
})

test('counts assets by type among those the caller may see', async () => {
  const guest = await server.account('anonymous')
  const counts = (by: TestAccount) => by.client.assets.countByType({ query: {} })
  expect(await counts(guest)).toEqual([{ type: 'hair', count: 1 }])
  expect(await counts(developer)).toEqual([
    { type: 'hair', count: 2 },
    { type: 'top', count: 2 },
  ])
})

test('omits the email address of a user in changelog and trash once the user has none', async () => {
  await developer.client.assets.update({ id: 'own', body: { name: 'Changed' } })
  const { data } = await admin.client.assets.changelog({ id: 'own' })
  expect(data[0]!.actor).toEqual({ id: developer.id, email: developer.email })
  await developer.client.assets.remove({ id: 'own' })
  const trashed = async () => (await admin.client.assets.trash()).data[0]!.deletedBy
  expect(await trashed()).toEqual({ id: developer.id, email: developer.email })
  await server.deps.db.updateTable('users').set({ email: null }).where('id', '=', developer.id).execute()
  expect(await trashed()).toEqual({ id: developer.id })
  await admin.client.assets.restore({ id: 'own' })
  const after = (await admin.client.assets.changelog({ id: 'own', query: { order: 'at' } })).data
  expect(after[0]!.actor).toEqual({ id: developer.id })
})
