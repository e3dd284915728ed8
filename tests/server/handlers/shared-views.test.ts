import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MOST_SHARED_OF_ACCOUNT, MOST_SHARED_OF_LIST } from '../../../src/api/contract/views.ts'
import { BEGINNING, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let user: TestAccount
let ann: TestAccount
let ben: TestAccount
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  user = await server.account('user')
  admin = await server.account('admin')
  ann = await server.account('developer', 'ann@house.example')
  ben = await server.account('developer', 'ben@house.example')
})
afterAll(() => server.close())

const query = { search: { order: '-name' } }
const make = (by: TestAccount, name: string, list = 'assets') => by.client.views.create({ body: { list, name, query } })
const share = (by: TestAccount, id: string, isShared = true) => by.client.views.update({ id, body: { isShared } })
const shared = async (by: TestAccount, list = 'assets') =>
  (await by.client.views.list({ query: { list, of: 'others' } })).data
const names = async (by: TestAccount, list?: string) => (await shared(by, list)).map(({ name }) => name)
const FORBIDDEN = { status: 403 }
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }

test('a shared view is told to everybody who may read its list, by name to colleagues; not to guests, and apart from their own', async () => {
  const { id } = await make(ann, 'Tops')
  await make(ann, 'Mine alone')
  expect(await names(ben)).toEqual([])
  expect(await share(ann, id)).toMatchObject({ id, isShared: true, query })
  const told = { id, list: 'assets', name: 'Tops', query, isShared: true, updatedAt: BEGINNING.toISOString() }
  expect(await shared(ben)).toEqual([{ ...told, sharedBy: { id: ann.id, email: 'ann@house.example' } }])
  expect(await shared(user)).toEqual([{ ...told, sharedBy: { id: ann.id } }])
  const guest = await server.account('anonymous')
  expect([await names(guest), await names(ann)]).toEqual([[], []])
  expect((await ben.client.views.list({ query: {} })).data).toEqual([])
  expect((await ben.client.views.list({ query: { of: 'others' } })).data).toEqual([])
  await share(ann, id, false)
  expect(await names(ben)).toEqual([])
})

test('a view of a list that not everybody may read is told to those who may', async () => {
  for (const list of ['users', 'trash', 'tokens', 'wardrobe/x', 'constructor']) await make(admin, 'Mine', list)
  const { data } = await admin.client.views.list({ query: {} })
  const outcomes = await Promise.all(
    data.map(({ id, list }) =>
      share(admin, id).then(
        () => `${list} shared`,
        ({ status }) => `${list} ${status}`,
      ),
    ),
  )
  expect(outcomes.sort()).toEqual(['constructor 403', 'tokens 403', 'trash shared', 'users shared', 'wardrobe/x 403'])
  expect([await names(ann, 'trash'), await names(ann, 'users'), await names(user, 'trash')]).toEqual([['Mine'], [], []])
})

test('it is its owner’s: others neither change nor delete it, and an admin ends its sharing and no more', async () => {
  const { id } = await make(ann, 'Tops')
  await expect(share(admin, id, false)).rejects.toMatchObject(NOT_FOUND)
  await share(ann, id)
  for (const by of [user, ben]) {
    await expect(share(by, id, false)).rejects.toMatchObject(NOT_FOUND)
    await expect(by.client.views.remove({ id })).rejects.toMatchObject(NOT_FOUND)
  }
  await expect(admin.client.views.remove({ id })).rejects.toMatchObject(NOT_FOUND)
  for (const body of [{ name: 'X' }, { query: {} }, { isShared: false, name: 'X' }, { isShared: true }])
    await expect(admin.client.views.update({ id, body })).rejects.toMatchObject(NOT_FOUND)
  await share(admin, id, false)
  const { data } = await ann.client.views.list({ query: {} })
  expect(data).toMatchObject([{ name: 'Tops', isShared: false }])
})

test('who changes no assets shares nothing, and deleting a shared view takes it from all', async () => {
  const { id } = await make(user, 'Tops')
  await expect(share(user, id)).rejects.toMatchObject(FORBIDDEN)
  const { id: other } = await make(ann, 'Tops')
  await share(ann, other)
  await ann.client.views.remove({ id: other })
  expect(await names(user)).toEqual([])
})

test('an account shares so many, also where it asks for two at once, and so many of a list are told', async () => {
  const { db } = server.deps
  const row = (n: number, by: TestAccount, is_shared: boolean) => ({
    ...{ id: `${by.id} ${n}`, user_id: by.id, list: 'assets', name: `${n}`.padStart(3, '0'), query: '{}' },
    ...{ updated_at: BEGINNING, is_shared },
  })
  const rows = Array.from({ length: MOST_SHARED_OF_ACCOUNT + 1 }, (_, n) => row(n, ann, n < MOST_SHARED_OF_ACCOUNT - 1))
  await db.insertInto('saved_views').values(rows).execute()
  const answers = await Promise.allSettled(rows.slice(-2).map(({ id }) => share(ann, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(share(ann, rows.at(-1)!.id))
    .rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    .catch(() => expect(share(ann, rows.at(-2)!.id)).rejects.toMatchObject({ code: 'LIMIT_REACHED' }))
  // What is shared already may be said again.
  await share(ann, rows[0]!.id)
  const many = Array.from({ length: MOST_SHARED_OF_LIST }, (_, n) => row(n, ben, true))
  await db.insertInto('saved_views').values(many).execute()
  expect(await names(user)).toHaveLength(MOST_SHARED_OF_LIST)
})
