import { beforeEach, expect, test } from 'vitest'
import { purgeTrash } from '../../../server/assets/purge-trash.ts'
import { MAX_RECENT_CHANGES } from '../../../src/api/contract/audit.ts'
import { insertManyAssets } from '../../support/insert-many-assets.ts'
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
  await insertAsset(db, { id: 'boots', ownerId: developer.id, isPublic: false })
  await insertAsset(db, { id: 'cap', ownerId: admin.id, isPublic: true, type: 'headwear' })
})

const listChanges = async (by: TestAccount) =>
  (await by.client.audit.assets()).data.map(({ action, fields, asset, actor }) => [
    asset.name,
    action,
    fields.join(),
    actor.name ?? actor.email ?? (actor.id === developer.id ? 'the developer' : 'the admin'),
  ])

test('lists the latest changes with their actors, for assets the caller may see', async () => {
  await developer.client.users.updateMe({ body: { name: 'The modeller' } })
  await developer.client.assets.update({ id: 'boots', body: { gender: 'female', type: 'footwear' } })
  await admin.client.assets.lock({ id: 'cap', body: {} })
  const both = [
    ['cap', 'locked', 'locked,lockedBy', admin.email],
    ['boots', 'updated', 'type,gender', 'The modeller'],
  ]
  const sorted = (rows: string[][]) =>
    rows.map(([name, action, fields, actor]) => [name, action, fields!.split(',').sort(), actor])
  expect(sorted((await listChanges(admin)) as string[][])).toEqual(sorted(both as string[][]))
  expect(sorted((await listChanges(developer)) as string[][])).toEqual(sorted(both as string[][]))
  const [first] = (await admin.client.audit.assets()).data
  expect(first).toMatchObject({ asset: { id: 'cap', name: 'cap', type: 'headwear' }, actor: { id: admin.id } })
  expect(Date.parse(first!.at)).toBeGreaterThan(0)
})

test('shows guests only changes of public assets, with the role of each actor instead of the name', async () => {
  await developer.client.users.updateMe({ body: { name: 'The modeller' } })
  await admin.client.users.updateMe({ body: { name: 'The curator' } })
  await developer.client.assets.update({ id: 'boots', body: { name: 'Boots' } })
  await admin.client.assets.update({ id: 'cap', body: { name: 'Cap' } })
  const guest = await server.account('anonymous')
  expect(await listChanges(guest)).toEqual([['Cap', 'updated', 'name', 'the admin']])
  const user = await server.account('user')
  expect((await listChanges(user)).map(([name, , , actor]) => [name, actor])).toEqual([
    ['Cap', 'the admin'],
    ['Boots', 'the developer'],
  ])
})

test('the recent changes omit trashed assets until they are restored', async () => {
  await developer.client.assets.update({ id: 'boots', body: { name: 'Boots' } })
  await developer.client.assets.remove({ id: 'boots' })
  expect(await listChanges(admin)).toEqual([])
  await admin.client.assets.restore({ id: 'boots' })
  expect((await listChanges(admin)).map(([, action]) => action)).toEqual(['restored', 'deleted', 'updated'])
})

test('lists the same changes after a purge that wrote more entries than the list scans', async () => {
  await admin.client.assets.lock({ id: 'cap', body: {} })
  const { db } = server.deps
  await insertManyAssets(db, 2_200, admin.id)
  await db.updateTable('assets').set({ deleted_at: START_TIME }).where('id', 'like', 'asset-%').execute()
  expect(await purgeTrash(db, { until: START_TIME, now: START_TIME })).toBe(2_200)
  expect((await listChanges(admin)).map(([name, action]) => [name, action])).toEqual([['cap', 'locked']])
})

test('orders the changelog entries of a purge by time, like all other entries', async () => {
  const { db } = server.deps
  await db.updateTable('assets').set({ deleted_at: START_TIME }).where('id', '=', 'boots').execute()
  await purgeTrash(db, { until: START_TIME, now: START_TIME })
  await admin.client.assets.lock({ id: 'cap', body: {} })
  const entries = await db.selectFrom('changelog').select('action').orderBy('id').execute()
  expect(entries.map(({ action }) => action)).toEqual(['purged', 'locked'])
})

test(`lists at most the latest ${MAX_RECENT_CHANGES} changes`, async () => {
  for (let n = 0; n < MAX_RECENT_CHANGES; n++)
    await admin.client.assets.update({ id: 'cap', body: { name: `Cap ${n}` } })
  await admin.client.assets.lock({ id: 'cap', body: {} })
  const { data: changes } = await admin.client.audit.assets()
  expect([changes.length, changes[0]?.action]).toEqual([MAX_RECENT_CHANGES, 'locked'])
})

test('the lock filter "mine" lists and counts only assets that the caller locked', async () => {
  await admin.client.assets.lock({ id: 'cap', body: {} })
  await developer.client.assets.lock({ id: 'boots', body: {} })
  const mine = { query: { locked: 'mine' as const } }
  for (const [by, id, type] of [
    [admin, 'cap', 'headwear'],
    [developer, 'boots', 'top'],
  ] as const) {
    const { data, pagination } = await by.client.assets.list(mine)
    expect([data.map((row) => row.id), pagination.totalDocs]).toEqual([[id], 1])
    expect(await by.client.assets.countByType(mine)).toEqual([{ type, count: 1 }])
  }
  expect(
    (await admin.client.assets.list({ query: { locked: 'true', order: 'name' } })).data.map(({ id }) => id),
  ).toEqual(['boots', 'cap'])
  expect((await (await server.account('user')).client.assets.list(mine)).data).toEqual([])
})
