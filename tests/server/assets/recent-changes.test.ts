import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MOST_RECENT } from '../../../src/api/contract/audit.ts'
import { addAsset } from '../../support/put-rows.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount
let developer: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  developer = await server.account('developer')
  const { db } = server.deps
  await addAsset(db, { id: 'boots', ownerId: developer.id, isPublic: false })
  await addAsset(db, { id: 'cap', ownerId: admin.id, isPublic: true, type: 'headwear' })
})
afterAll(() => server.close())

const told = async (by: TestAccount) =>
  (await by.client.audit.assets()).data.map(({ action, fields, asset, actor }) => [
    asset.name,
    action,
    fields.join(),
    actor.name ?? actor.email ?? (actor.id === developer.id ? 'the developer' : 'the admin'),
  ])

test('what was last done to assets is told to whoever may see them, the latest first, with who did it', async () => {
  await developer.client.users.updateMe({ body: { name: 'The modeller' } })
  await developer.client.assets.update({ id: 'boots', body: { gender: 'female', type: 'footwear' } })
  await admin.client.assets.lock({ id: 'cap', body: {} })
  const both = [
    ['cap', 'locked', 'locked,lockedBy', admin.email],
    ['boots', 'updated', 'type,gender', 'The modeller'],
  ]
  const sorted = (rows: string[][]) =>
    rows.map(([name, action, fields, who]) => [name, action, fields!.split(',').sort(), who])
  expect(sorted((await told(admin)) as string[][])).toEqual(sorted(both as string[][]))
  expect(sorted((await told(developer)) as string[][])).toEqual(sorted(both as string[][]))
  const [first] = (await admin.client.audit.assets()).data
  expect(first).toMatchObject({ asset: { id: 'cap', name: 'cap', type: 'headwear' }, actor: { id: admin.id } })
  expect(Date.parse(first!.at)).toBeGreaterThan(0)
})

test('a guest is told of public assets alone, and nobody’s name or address', async () => {
  await developer.client.users.updateMe({ body: { name: 'The modeller' } })
  await admin.client.users.updateMe({ body: { name: 'The curator' } })
  await developer.client.assets.update({ id: 'boots', body: { name: 'Boots' } })
  await admin.client.assets.update({ id: 'cap', body: { name: 'Cap' } })
  const guest = await server.account('anonymous')
  expect(await told(guest)).toEqual([['Cap', 'updated', 'name', 'the admin']])
  const user = await server.account('user')
  expect((await told(user)).map(([name, , , who]) => [name, who])).toEqual([
    ['Cap', 'the admin'],
    ['Boots', 'the developer'],
  ])
})

test('what is in the trash is not told of, until it is back', async () => {
  await developer.client.assets.update({ id: 'boots', body: { name: 'Boots' } })
  await developer.client.assets.remove({ id: 'boots' })
  expect(await told(admin)).toEqual([])
  await admin.client.assets.restore({ id: 'boots' })
  expect((await told(admin)).map(([, action]) => action)).toEqual(['restored', 'deleted', 'updated'])
})

test(`no more than ${MOST_RECENT} are told, which are the latest`, async () => {
  for (let n = 0; n < MOST_RECENT; n++) await admin.client.assets.update({ id: 'cap', body: { name: `Cap ${n}` } })
  await admin.client.assets.lock({ id: 'cap', body: {} })
  const { data: changes } = await admin.client.audit.assets()
  expect([changes.length, changes[0]?.action]).toEqual([MOST_RECENT, 'locked'])
})

test('who locked assets finds them by that, and counts them', async () => {
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
