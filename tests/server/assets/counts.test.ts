import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { foldCounts } from '../../../server/assets/counts.ts'
import { manyAssets } from '../../support/many-assets.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { talliesAndCounts } from '../../support/tallies.ts'

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  await manyAssets(server.deps.db, 9, admin.id)
  for (const id of ['harbour', 'kiln'])
    await server.deps.db
      .insertInto('applications')
      .values({ id, name: id, name_key: id, owner_id: admin.id, created_at: new Date() })
      .execute()
})
afterAll(() => server.close())

const agree = async () => {
  const rows = await talliesAndCounts(server.deps.db)
  expect(rows.filter((row) => row.kept !== row.counted)).toEqual([])
  const sums = new Map<string, number>()
  for (const { dimension, key, type, kept } of rows) {
    const name = dimension === 'all' ? `type ${type}` : `${dimension} ${key}`
    sums.set(name, (sums.get(name) ?? 0) + kept)
  }
  return Object.fromEntries(sums)
}

describe('what is counted as it comes and goes', () => {
  test('agrees with what is there after each kind of change, folded or not', async () => {
    const { assets, tags } = admin.client
    expect(await agree()).toEqual({ 'type eyes': 3, 'type hair': 3, 'type top': 3 })
    await assets.update({ id: 'asset-00001', body: { type: 'outfit' } })
    await assets.update({ id: 'asset-00002', body: { name: 'Same type' } })
    const { tagId } = await tags.create({ body: { name: 'Winter', color: 'olive' } })
    await tags.setTag({ body: { tagId, assetIds: ['asset-00002', 'asset-00003', 'asset-00004'] } })
    for (const id of ['asset-00003', 'asset-00005'])
      await assets.addToApplication({ id, body: { applicationId: 'harbour' } })
    await assets.addToApplication({ id: 'asset-00003', body: { applicationId: 'kiln' } })
    expect(await agree()).toEqual({
      'application harbour': 2,
      'application kiln': 1,
      [`tag ${tagId}`]: 3,
      'type eyes': 3,
      'type hair': 3,
      'type outfit': 1,
      'type top': 2,
    })
    await foldCounts(server.deps.db)
    await assets.remove({ id: 'asset-00003' })
    await assets.removeFromApplication({ id: 'asset-00005', body: { applicationId: 'harbour' } })
    expect(await agree()).toEqual({
      [`tag ${tagId}`]: 2,
      'type eyes': 3,
      'type hair': 2,
      'type outfit': 1,
      'type top': 2,
    })
    await assets.restore({ id: 'asset-00003' })
    expect((await agree())['application kiln']).toBe(1)
    await tags.remove({ tagId })
    await sql`delete from assets where id = 'asset-00004'`.execute(server.deps.db)
    await foldCounts(server.deps.db)
    await foldCounts(server.deps.db)
    expect(await agree()).toEqual({
      'application harbour': 1,
      'application kiln': 1,
      'type eyes': 3,
      'type hair': 3,
      'type outfit': 1,
      'type top': 1,
    })
    await server.deps.db.deleteFrom('applications').where('id', '=', 'kiln').execute()
    await foldCounts(server.deps.db)
    const { rows: gone } = await sql`select from asset_counts where key = 'kiln'`.execute(server.deps.db)
    expect(gone).toEqual([])
    const { rows } = await sql`select from asset_count_deltas`.execute(server.deps.db)
    expect(rows).toEqual([])
  })

  test('counts nothing of what was undone', async () => {
    const undone = server.deps.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('assets').execute()
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await agree()).toEqual({ 'type eyes': 3, 'type hair': 3, 'type top': 3 })
  })

  test('is what the count by type and the totals of lists tell those who see all', async () => {
    const counts = (query: object) => admin.client.assets.countByType({ query })
    const totals = async (query: object) => (await admin.client.assets.list({ query })).pagination.totalDocs
    expect(await counts({})).toEqual(['eyes', 'hair', 'top'].map((type) => ({ type, count: 3 })))
    expect(await counts({ type: ['top', 'beard'] })).toEqual([{ type: 'top', count: 3 }])
    expect(await counts({ search: 'name 1' })).toEqual([{ type: 'top', count: 1 }])
    expect([await totals({}), await totals({ type: ['eyes', 'hair'] }), await totals({ type: ['beard'] })]).toEqual([
      9, 6, 0,
    ])
  })

  test('tells a guest no more than they may see', async () => {
    await sql`update assets set default_authorized = true where id = 'asset-00001'`.execute(server.deps.db)
    const guest = await server.account('anonymous')
    expect(await guest.client.assets.countByType({})).toEqual([{ type: 'top', count: 1 }])
    expect((await guest.client.assets.list({})).pagination.totalDocs).toBe(1)
  })
})

describe('more than are counted', () => {
  test('are estimated by type from a share of the store, the same each time, and told so', async () => {
    const { db } = server.deps
    const found = (search: string) => admin.client.assets.countByType({ query: { search } })
    await sql`delete from assets`.execute(db)
    await manyAssets(db, 12_000, admin.id)
    // The database believes the store to be larger, so that every second page is looked at; it is not to look itself.
    await sql`alter table assets set (autovacuum_enabled = false)`.execute(db)
    await sql`update pg_class set reltuples = 100000 where oid = 'assets'::regclass`.execute(db)
    const counts = await found('name')
    expect(counts.map(({ type, approximate }) => [type, approximate])).toEqual([
      ['eyes', true],
      ['hair', true],
      ['top', true],
    ])
    for (const { count } of counts) expect(Math.abs(count - 4_000)).toBeLessThan(600)
    expect(await found('name')).toEqual(counts)
    // Names with a 1 of their own, or of eleven in each hundred: few enough to be counted.
    expect(await found('name 1')).toEqual(['eyes', 'hair', 'top'].map((type) => ({ type, count: 440 })))
    await sql`update pg_class set reltuples = 12000 where oid = 'assets'::regclass`.execute(db)
    expect(await found('name')).toEqual(['eyes', 'hair', 'top'].map((type) => ({ type, count: 4_000 })))
    await sql`alter table assets reset (autovacuum_enabled)`.execute(db)
  })
})
