import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertManyAssets } from '../../support/insert-many-assets.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const ROWS = 10_120

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer()
  admin = await server.account('admin')
  await insertManyAssets(server.deps.db, ROWS, admin.id)
})
afterAll(() => server.close())

type Query = NonNullable<NonNullable<Parameters<TestAccount['client']['assets']['list']>[0]>['query']>
const list = (query: Query) => admin.client.assets.list({ query })
/** Returns all ids of a list, read by cursor. */
async function walk(query: Query): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const { data, pagination } = await admin.client.assets.list({ query: { ...query, ...(after && { after }) } })
    ids.push(...data.map(({ id }) => id))
    if (!pagination.hasNextPage) return ids
    after = pagination.nextCursor!
  }
}

describe('a list read by cursor', () => {
  test.each(['name', '-name', 'type', '-createdAt', 'updatedAt'] as const)(
    'has each row once in the order %s, in the same sequence as a list read by page number',
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

  test('continues at the same row after an earlier row was deleted', async () => {
    const first = await list({ order: '-createdAt', limit: 2 })
    expect(first.data.map(({ id }) => id)).toEqual(['asset-10120', 'asset-10119'])
    const after = first.pagination.nextCursor!
    await admin.client.assets.remove({ id: 'asset-10120' })
    const next = await list({ order: '-createdAt', limit: 2, after })
    expect(next.data.map(({ id }) => id)).toEqual(['asset-10118', 'asset-10117'])
    await admin.client.assets.restore({ id: 'asset-10120' })
  })

  test('returns no cursor with its last page', async () => {
    const { pagination } = await list({ search: 'asset-00001' })
    expect(pagination).toEqual({ page: 1, limit: 10, totalPages: 1, totalDocs: 1, hasNextPage: false })
  })

  test.each([
    ['of another sort order', 'name', 'This cursor belongs to another sort order.'],
    ['that contains an empty object', undefined, 'This is not a valid cursor.'],
  ])('refuses a cursor %s', async (_, order, message) => {
    const cursor = order ? (await list({ order: 'name' })).pagination.nextCursor! : 'e30'
    await expect(list({ order: '-name', after: cursor })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ path: 'query.after', message }],
    })
  })

  test('refuses a cursor with an invalid value as a client error', async () => {
    const forged = Buffer.from(JSON.stringify(['created_at', 'desc', 'harbour', 'x'])).toString('base64url')
    const response = await server.call(`GET /v1/assets?order=-createdAt&after=${forged}`, { token: admin.token })
    expect([response.status, response.body.error?.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('the total of a list', () => {
  test('is exact beyond 10,000 rows without a filter and for filters by type or lock', async () => {
    expect((await list({})).pagination).toMatchObject({ totalDocs: ROWS, totalPages: ROWS / 10 })
    expect((await list({ type: ['hair', 'top'] })).pagination.totalDocs).toBe(6747)
    expect((await list({})).pagination.approximate).toBeUndefined()
    await server.deps.db.updateTable('assets').set({ locked: true }).where('id', '<=', 'asset-10001').execute()
    const { totalDocs, approximate } = (await list({ locked: 'true' })).pagination
    expect([totalDocs, approximate]).toEqual([10_001, undefined])
  })

  test('is exact up to 10,000 rows for a search, and marked as approximate beyond', async () => {
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
