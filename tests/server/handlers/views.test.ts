import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MOST_ACCOUNT_VIEWS } from '../../../src/api/contract/views.ts'
import { BEGINNING, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let user: TestAccount
let other: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  user = await server.account('user')
  other = await server.account('developer')
})
afterAll(() => server.close())

const query = { search: { order: '-name', filter: { type: ['top'], a: 1 } }, layout: { widths: { zeta: 90, al: 80 } } }
const make = (name: string, list = 'assets', by = user) => by.client.views.create({ body: { list, name, query } })
const names = async (by = user, list?: string) =>
  (await by.client.views.list({ query: list ? { list } : {} })).data.map((view) => `${view.list} ${view.name}`)

test('a view is kept for its account, on every machine and after signing out, its keys in their order', async () => {
  const made = await make('Tops')
  expect(made).toEqual({
    id: made.id,
    list: 'assets',
    name: 'Tops',
    query,
    updatedAt: BEGINNING.toISOString(),
    isShared: false,
  })
  await make('Ages', 'tags')
  await make('All')
  await user.client.auth.logout({ body: { refreshToken: user.session.refreshToken } })
  const { body } = await server.call('POST /v1/auth/login', {
    body: { email: user.email, password: 'a-quiet-harbour-7' },
  })
  const elsewhere = { ...user, client: server.client(body.token) }
  expect(await names(elsewhere)).toEqual(['assets All', 'assets Tops', 'tags Ages'])
  expect(await names(elsewhere, 'assets')).toEqual(['assets All', 'assets Tops'])
  const [, tops] = (await elsewhere.client.views.list({ query: { list: 'assets' } })).data
  expect(JSON.stringify(tops?.query)).toBe(JSON.stringify(query))
})

test('a view is its account’s: others neither see, change nor delete it, and may use its name', async () => {
  const { id } = await make('Tops')
  expect(await names(other)).toEqual([])
  const notThere = { status: 404, code: 'NOT_FOUND' }
  await expect(other.client.views.update({ id, body: { name: 'X' } })).rejects.toMatchObject(notThere)
  await expect(other.client.views.remove({ id })).rejects.toMatchObject(notThere)
  await make('Tops', 'assets', other)
  expect(await names()).toEqual(['assets Tops'])
})

test('a view is renamed, changed and deleted; a name stands for one view of a list', async () => {
  const { id } = await make('Tops')
  await make('Hats')
  await make('Tops', 'tags')
  await expect(make('Tops')).rejects.toMatchObject({ status: 409, code: 'NAME_TAKEN' })
  await expect(user.client.views.update({ id, body: { name: 'Hats' } })).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  server.advance(1000)
  const changed = await user.client.views.update({ id, body: { name: 'Shirts' } })
  expect(changed).toMatchObject({ name: 'Shirts', query, updatedAt: '2026-03-02T09:00:01.000Z' })
  expect((await user.client.views.update({ id, body: { query: { b: 1 } } })).query).toEqual({ b: 1 })
  await user.client.views.remove({ id })
  await expect(user.client.views.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await names()).toEqual(['assets Hats', 'tags Tops'])
})

test('the same request twice makes one', async () => {
  const send = () =>
    server.call('POST /v1/views', {
      token: user.token,
      body: { list: 'assets', name: 'Tops', query },
      headers: { 'idempotency-key': 'one' },
    })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.body]).toEqual([201, first.body])
})

test('an account keeps so many, exactly; a guest none', async () => {
  const row = (n: number) => ({ id: `v${n}`, user_id: user.id, list: 'assets', name: `${n}`, query: '{}' })
  await server.deps.db
    .insertInto('saved_views')
    .values(Array.from({ length: MOST_ACCOUNT_VIEWS - 2 }, (_, n) => ({ ...row(n), updated_at: BEGINNING })))
    .execute()
  const tries = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => make(name)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(make('f')).rejects.toMatchObject({ status: 409, code: 'LIMIT_REACHED' })
  await user.client.views.remove({ id: 'v0' })
  await make('f')
  await expect(make('Tops', 'assets', await server.account('anonymous'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })

test.each<[string, unknown, number]>([
  ['8,000 characters', { a: 'x'.repeat(8000 - 8) }, 201],
  ['8,001 characters', { a: 'x'.repeat(8001 - 8) }, 400],
  ['10 levels', deep(10), 201],
  ['11 levels', deep(11), 400],
  ['a text', 'x', 400],
  ['a key that no database takes', { 'a\0': 1 }, 400],
  ['half a sign in a key', { '\ud800': 1 }, 400],
  ['half a sign', { a: '\ud800' }, 400],
])('a query of %s is answered as it should be', async (_, given, status) => {
  const body = { list: 'assets', name: 'Tops', query: given }
  expect((await server.call('POST /v1/views', { token: user.token, body })).status).toBe(status)
})

test('a query that is fifty thousand levels deep is refused, and no list is called what it likes', async () => {
  const text = `{"list":"assets","name":"Deep","query":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`
  expect((await server.call('POST /v1/views', { token: user.token, body: text })).status).toBe(400)
  for (const list of ['', '/', 'a//b', '../a', 'a b', 'x'.repeat(65)])
    await expect(make('Tops', list)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
