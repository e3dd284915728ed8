import { beforeEach, expect, test } from 'vitest'
import { MAX_SHARED_VIEWS_PER_ACCOUNT, MAX_SHARED_VIEWS_PER_LIST } from '../../../src/api/contract/views.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let user: TestAccount
let ann: TestAccount
let ben: TestAccount
let admin: TestAccount

beforeEach(async () => {
  user = await server.account('user')
  admin = await server.account('admin')
  ann = await server.account('developer', 'ann@house.example')
  ben = await server.account('developer', 'ben@house.example')
})

const query = { search: { order: '-name' } }
const make = (by: TestAccount, name: string, list = 'assets') => by.client.views.create({ body: { list, name, query } })
const share = (by: TestAccount, id: string, isShared = true) => by.client.views.update({ id, body: { isShared } })
const shared = async (by: TestAccount, list = 'assets') =>
  (await by.client.views.list({ query: { list, of: 'others' } })).data
const names = async (by: TestAccount, list?: string) => (await shared(by, list)).map(({ name }) => name)
const FORBIDDEN = { status: 403 }
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }

test("lists a shared view to users who may read its list, with its owner's address only to developers", async () => {
  const { id } = await make(ann, 'Tops')
  await make(ann, 'Mine alone')
  expect(await names(ben)).toEqual([])
  expect(await share(ann, id)).toMatchObject({ id, isShared: true, query })
  const sharedView = { id, list: 'assets', name: 'Tops', query, isShared: true, updatedAt: START_TIME.toISOString() }
  expect(await shared(ben)).toEqual([{ ...sharedView, sharedBy: { id: ann.id, email: 'ann@house.example' } }])
  expect(await shared(user)).toEqual([{ ...sharedView, sharedBy: { id: ann.id } }])
  const guest = await server.account('anonymous')
  expect([await names(guest), await names(ann)]).toEqual([[], []])
  expect((await ben.client.views.list({ query: {} })).data).toEqual([])
  expect((await ben.client.views.list({ query: { of: 'others' } })).data).toEqual([])
  await share(ann, id, false)
  expect(await names(ben)).toEqual([])
})

test('shows shared views of admin lists only to permitted users; views of other lists cannot be shared', async () => {
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

test('lets only the owner change or delete a view, and an admin only end its sharing', async () => {
  const { id } = await make(ann, 'Tops')
  await expect(share(admin, id, false)).rejects.toMatchObject(NOT_FOUND)
  await share(ann, id)
  for (const by of [user, ben]) {
    await expect(share(by, id, false)).rejects.toMatchObject(NOT_FOUND)
    await expect(by.client.views.remove({ id })).rejects.toMatchObject(NOT_FOUND)
  }
  await expect(admin.client.views.remove({ id })).rejects.toMatchObject(NOT_FOUND)
  const forbidden = [
    { name: 'X' },
    { query: {} },
    { isShared: false, name: 'X' },
    { isShared: false, query: { order: '-name' } },
    { isShared: true },
  ]
  for (const body of forbidden) await expect(admin.client.views.update({ id, body })).rejects.toMatchObject(NOT_FOUND)
  await share(admin, id, false)
  const { data } = await ann.client.views.list({ query: {} })
  expect(data).toMatchObject([{ name: 'Tops', isShared: false }])
})

test('refuses sharing by users who may not change assets; a deleted view disappears for all users', async () => {
  const { id } = await make(user, 'Tops')
  await expect(share(user, id)).rejects.toMatchObject(FORBIDDEN)
  const { id: other } = await make(ann, 'Tops')
  await share(ann, other)
  await ann.client.views.remove({ id: other })
  expect(await names(user)).toEqual([])
})

test('limits shared views per account, even for concurrent requests, and per list', async () => {
  const { db } = server.deps
  const row = (n: number, by: TestAccount, is_shared: boolean) => ({
    ...{ id: `${by.id} ${n}`, user_id: by.id, list: 'assets', name: `${n}`.padStart(3, '0'), query: '{}' },
    ...{ updated_at: START_TIME, is_shared },
  })
  const rows = Array.from({ length: MAX_SHARED_VIEWS_PER_ACCOUNT + 1 }, (_, n) =>
    row(n, ann, n < MAX_SHARED_VIEWS_PER_ACCOUNT - 1),
  )
  await db.insertInto('saved_views').values(rows).execute()
  const responses = await Promise.allSettled(rows.slice(-2).map(({ id }) => share(ann, id)))
  expect(responses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(share(ann, rows.at(-1)!.id))
    .rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    .catch(() => expect(share(ann, rows.at(-2)!.id)).rejects.toMatchObject({ code: 'LIMIT_REACHED' }))
  // Sharing a shared view again is allowed.
  await share(ann, rows[0]!.id)
  const many = Array.from({ length: MAX_SHARED_VIEWS_PER_LIST }, (_, n) => row(n, ben, true))
  await db.insertInto('saved_views').values(many).execute()
  expect(await names(user)).toHaveLength(MAX_SHARED_VIEWS_PER_LIST)
})
