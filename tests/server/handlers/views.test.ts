import { beforeEach, expect, test } from 'vitest'
import { MAX_VIEWS_PER_ACCOUNT } from '../../../src/api/contract/views.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let user: TestAccount
let other: TestAccount

beforeEach(async () => {
  user = await server.account('user')
  other = await server.account('developer')
})

const query = { search: { order: '-name', filter: { type: ['top'], a: 1 } }, layout: { widths: { zeta: 90, al: 80 } } }
const make = (name: string, list = 'assets', by = user) => by.client.views.create({ body: { list, name, query } })
const names = async (by = user, list?: string) =>
  (await by.client.views.list({ query: list ? { list } : {} })).data.map((view) => `${view.list} ${view.name}`)

test('returns a stored view in every session of its account, and keeps the order of the keys in its query', async () => {
  const created = await make('Tops')
  expect(created).toEqual({
    id: created.id,
    list: 'assets',
    name: 'Tops',
    query,
    updatedAt: START_TIME.toISOString(),
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

test('hides a view from other accounts, which may use the same name', async () => {
  const { id } = await make('Tops')
  expect(await names(other)).toEqual([])
  const notThere = { status: 404, code: 'NOT_FOUND' }
  await expect(other.client.views.update({ id, body: { name: 'X' } })).rejects.toMatchObject(notThere)
  await expect(other.client.views.remove({ id })).rejects.toMatchObject(notThere)
  await make('Tops', 'assets', other)
  expect(await names()).toEqual(['assets Tops'])
})

test('renames, changes and deletes a view, with names unique per list', async () => {
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

test('creates one view for a request that is repeated with the same idempotency key', async () => {
  const send = () =>
    server.call('POST /v1/views', {
      token: user.token,
      body: { list: 'assets', name: 'Tops', query },
      headers: { 'idempotency-key': 'one' },
    })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.body]).toEqual([201, first.body])
})

test('limits the views of an account, even for concurrent requests, and refuses views of guests', async () => {
  const row = (n: number) => ({ id: `v${n}`, user_id: user.id, list: 'assets', name: `${n}`, query: '{}' })
  await server.deps.db
    .insertInto('saved_views')
    .values(Array.from({ length: MAX_VIEWS_PER_ACCOUNT - 2 }, (_, n) => ({ ...row(n), updated_at: START_TIME })))
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
  ['accepts 8,000 characters', { a: 'x'.repeat(8000 - 8) }, 201],
  ['refuses 8,001 characters', { a: 'x'.repeat(8001 - 8) }, 400],
  ['accepts 10 levels', deep(10), 201],
  ['refuses 11 levels', deep(11), 400],
  ['refuses a string instead of an object', 'x', 400],
  ['refuses a NUL in a key', { 'a\0': 1 }, 400],
  ['refuses an unpaired surrogate in a key', { '\ud800': 1 }, 400],
  ['refuses an unpaired surrogate in a value', { a: '\ud800' }, 400],
])('%s in the query of a view', async (_, filter, status) => {
  const body = { list: 'assets', name: 'Tops', query: filter }
  expect((await server.call('POST /v1/views', { token: user.token, body })).status).toBe(status)
})

test('refuses a query fifty thousand levels deep, and invalid list names', async () => {
  const text = `{"list":"assets","name":"Deep","query":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`
  expect((await server.call('POST /v1/views', { token: user.token, body: text })).status).toBe(400)
  for (const list of ['', '/', 'a//b', '../a', 'a b', 'x'.repeat(65)])
    await expect(make('Tops', list)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
