import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manyAssets } from '../../support/many-assets.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const ROWS = 10_120

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer()
  admin = await server.account('admin')
  await manyAssets(server.deps.db, ROWS, admin.id)
})
afterAll(() => server.close())

type Query = NonNullable<NonNullable<Parameters<TestAccount['client']['assets']['list']>[0]>['query']>
const list = (query: Query) => admin.client.assets.list({ query })
/** All the ids of a list, read by cursor. */
async function walk(query: Query): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const { data, pagination } = await admin.client.assets.list({ query: { ...query, ...(after && { after }) } })
    ids.push(...data.map(({ id }) => id))
    if (!pagination.hasNextPage) return ids
    after = pagination.nextCursor!
  }
}

describe('a list that is read by cursor', () => {
  test.each(['name', '-name', 'type', '-createdAt', 'updatedAt'] as const)(
    'in the order %s has each row once, in the order of its pages',
    async (order) => {
      const search = 'name 7'
      const ids = await walk({ order, search, limit: 100 })
      const pages: string[] = []
      for (let page = 1; pages.length < ids.length; page += 1)
        pages.push(...(await list({ order, search, limit: 100, page })).data.map(({ id }) => id))
      // "Name 7" and "Name 70" to "Name 79": eleven of a hundred.
      expect([ids.length, new Set(ids).size]).toEqual([1112, 1112])
      expect(ids).toEqual(pages)
    },
  )

  test('goes on where it was, whatever came or went before', async () => {
    const first = await list({ order: '-createdAt', limit: 2 })
    expect(first.data.map(({ id }) => id)).toEqual(['asset-10120', 'asset-10119'])
    const after = first.pagination.nextCursor!
    await admin.client.assets.remove({ id: 'asset-10120' })
    const next = await list({ order: '-createdAt', limit: 2, after })
    expect(next.data.map(({ id }) => id)).toEqual(['asset-10118', 'asset-10117'])
    await admin.client.assets.restore({ id: 'asset-10120' })
  })

  test('ends without a cursor', async () => {
    const { pagination } = await list({ search: 'asset-00001' })
    expect(pagination).toEqual({ page: 1, limit: 10, totalPages: 1, totalDocs: 1, hasNextPage: false })
  })

  test.each([
    ['another order', 'name', 'This cursor is of another order.'],
    ['nothing', undefined, 'This is not a cursor.'],
  ])('refuses a cursor of %s', async (_, order, message) => {
    const cursor = order ? (await list({ order: 'name' })).pagination.nextCursor! : 'e30'
    await expect(list({ order: '-name', after: cursor })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      faults: [{ path: 'query.after', message }],
    })
  })

  test('refuses a cursor whose value is none of its column, without a fault of ours', async () => {
    const forged = Buffer.from(JSON.stringify(['created_at', 'desc', 'harbour', 'x'])).toString('base64url')
    const answer = await server.call(`GET /v1/assets?order=-createdAt&after=${forged}`, { token: admin.token })
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('the total of a list', () => {
  test('is exact where it is kept: of all, of types, of what is locked', async () => {
    expect((await list({})).pagination).toMatchObject({ totalDocs: ROWS, totalPages: ROWS / 10 })
    expect((await list({ type: ['hair', 'top'] })).pagination.totalDocs).toBe(6747)
    expect((await list({})).pagination.approximate).toBeUndefined()
    await server.deps.db.updateTable('assets').set({ locked: true }).where('id', '<=', 'asset-10001').execute()
    const { totalDocs, approximate } = (await list({ locked: 'true' })).pagination
    expect([totalDocs, approximate]).toEqual([10_001, undefined])
  })

  test('is exact up to 10,000 where it is counted, and an estimate beyond, that says so', async () => {
    const { db } = server.deps
    await db.updateTable('assets').set({ name_key: 'hat' }).where('id', '<=', 'asset-10000').execute()
    const exact = (await list({ search: 'hat' })).pagination
    expect([exact.totalDocs, exact.approximate]).toEqual([10_000, undefined])
    await db.updateTable('assets').set({ name_key: 'hat' }).where('id', '=', 'asset-10001').execute()
    const more = (await list({ search: 'hat' })).pagination
    expect([more.totalDocs > 10_000, more.approximate, more.hasNextPage]).toEqual([true, true, true])
    const late = (await list({ search: 'hat', page: 1001 })).pagination
    expect([late.hasNextPage, late.totalPages >= 1001]).toEqual([false, true])
  })
})
