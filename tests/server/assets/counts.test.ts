import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { mergeCountDeltas } from '../../../server/assets/counts.ts'
import { insertManyAssets } from '../../support/insert-many-assets.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'
import { compareTallies } from '../../support/tallies.ts'

const server = setUpTestServer()
let admin: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
  await insertManyAssets(server.deps.db, 9, admin.id)
  for (const id of ['harbour', 'kiln'])
    await server.deps.db
      .insertInto('applications')
      .values({ id, name: id, name_key: id, owner_id: admin.id, created_at: new Date() })
      .execute()
})

const agree = async () => {
  const rows = await compareTallies(server.deps.db)
  expect(rows.filter((row) => row.kept !== row.counted)).toEqual([])
  const sums = new Map<string, number>()
  for (const { dimension, key, type, kept } of rows) {
    const name = dimension === 'all' ? `type ${type}` : `${dimension} ${key}`
    sums.set(name, (sums.get(name) ?? 0) + kept)
  }
  return Object.fromEntries(sums)
}

describe('maintained counts', () => {
  test('agree with the tables after each kind of change, before and after deltas are merged', async () => {
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
    await mergeCountDeltas(server.deps.db)
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
    await mergeCountDeltas(server.deps.db)
    await mergeCountDeltas(server.deps.db)
    expect(await agree()).toEqual({
      'application harbour': 1,
      'application kiln': 1,
      'type eyes': 3,
      'type hair': 3,
      'type outfit': 1,
      'type top': 1,
    })
    await server.deps.db.deleteFrom('applications').where('id', '=', 'kiln').execute()
    await mergeCountDeltas(server.deps.db)
    const { rows: remainingRows } = await sql`select from asset_counts where key = 'kiln'`.execute(server.deps.db)
    expect(remainingRows).toEqual([])
    const { rows } = await sql`select from asset_count_deltas`.execute(server.deps.db)
    expect(rows).toEqual([])
  })

  test('ignore changes that are rolled back', async () => {
    const undone = server.deps.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('assets').execute()
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await agree()).toEqual({ 'type eyes': 3, 'type hair': 3, 'type top': 3 })
  })

  test('supply the counts by type and the totals of lists, with and without filters', async () => {
    const counts = (query: object) => admin.client.assets.countByType({ query })
    const totals = async (query: object) => (await admin.client.assets.list({ query })).pagination.totalDocs
    expect(await counts({})).toEqual(['eyes', 'hair', 'top'].map((type) => ({ type, count: 3 })))
    expect(await counts({ type: ['top', 'beard'] })).toEqual([{ type: 'top', count: 3 }])
    expect(await counts({ search: 'name 1' })).toEqual([{ type: 'top', count: 1 }])
    expect([await totals({}), await totals({ type: ['eyes', 'hair'] }), await totals({ type: ['beard'] })]).toEqual([
      9, 6, 0,
    ])
  })

  test('count only visible assets for a guest', async () => {
    await sql`update assets set default_authorized = true where id = 'asset-00001'`.execute(server.deps.db)
    const guest = await server.account('anonymous')
    expect(await guest.client.assets.countByType({})).toEqual([{ type: 'top', count: 1 }])
    expect((await guest.client.assets.list({})).pagination.totalDocs).toBe(1)
  })
})

describe('estimated counts', () => {
  test('by type come from a repeatable sample and are marked as approximate, unless few assets match', async () => {
    const { db } = server.deps
    const countByType = (search: string) => admin.client.assets.countByType({ query: { search } })
    await sql`delete from assets`.execute(db)
    await insertManyAssets(db, 12_000, admin.id)
    // The catalogue claims a larger table, so that the count samples every second database page. Autovacuum must not run.
    await sql`alter table assets set (autovacuum_enabled = false)`.execute(db)
    await sql`update pg_class set reltuples = 100000 where oid = 'assets'::regclass`.execute(db)
    const counts = await countByType('name')
    expect(counts.map(({ type, approximate }) => [type, approximate])).toEqual([
      ['eyes', true],
      ['hair', true],
      ['top', true],
    ])
    for (const { count } of counts) expect(Math.abs(count - 4_000)).toBeLessThan(600)
    expect(await countByType('name')).toEqual(counts)
    // Names with a word that starts with 1: eleven of each hundred, few enough to be counted exactly.
    expect(await countByType('name 1')).toEqual(['eyes', 'hair', 'top'].map((type) => ({ type, count: 440 })))
    await sql`update pg_class set reltuples = 12000 where oid = 'assets'::regclass`.execute(db)
    expect(await countByType('name')).toEqual(['eyes', 'hair', 'top'].map((type) => ({ type, count: 4_000 })))
    await sql`alter table assets reset (autovacuum_enabled)`.execute(db)
  })
})
