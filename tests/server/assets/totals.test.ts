import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mergeCountDeltas } from '../../../server/assets/counts.ts'
import { transact } from '../../../server/db/transact.ts'
import { toNameKey } from '../../../server/db/values.ts'
import type { AssetType, Gender } from '../../../src/api/contract/assets.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { createRandom, type SeededRandom } from '../../support/random.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'
import { compareTallies } from '../../support/tallies.ts'

const TYPES: AssetType[] = ['hair', 'top', 'eyes']
const GENDERS: Gender[] = ['male', 'female']
const APPLICATIONS = ['harbour', 'kiln']
/** Words and separators with accents, quotes, special characters of `like`, and ends of trigrams. */
const WORDS = ['Élan', 'kiln', 'Quai', 'x_y', '100%', "d'été", 'a\\b', 'ZQ', '港口', 'v1.2', 'Straße']
const BETWEEN = [' ', '-', '_', '.', '  ', '/', '(', '#', ',', '"']

/** An asset as known to the test; expectations are computed from these fields only. */
interface KnownAsset {
  id: string
  name: string
  type: AssetType
  gender: Gender
  locked: boolean
  isTrashed: boolean
  places: string[]
  tags: string[]
}

const randomAsset = (chance: SeededRandom, n: number): KnownAsset => ({
  id: `Asset-${String(n).padStart(3, '0')}`.toLowerCase(),
  name: `${chance.pick(WORDS)}${chance.pick(BETWEEN)}${chance.pick(WORDS)}${chance.pick(BETWEEN)}${chance.pick(WORDS)}`,
  type: chance.pick(TYPES),
  gender: chance.pick(GENDERS),
  locked: chance.integerBelow(4) === 0,
  isTrashed: chance.integerBelow(5) === 0,
  places: APPLICATIONS.filter(() => chance.integerBelow(3) === 0),
  tags: APPLICATIONS.filter(() => chance.integerBelow(3) === 0),
})

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const ROUNDS = process.env.SOAK ? 400 : 40

interface Query {
  search?: string
  type?: AssetType[]
  gender?: Gender[]
  applicationId?: string[]
  tag?: string[]
  locked?: 'true' | 'false'
}

const matches = (it: KnownAsset, { search, type, gender, applicationId, tag, locked }: Query) => {
  const searchText = (search ?? '').trim().toLowerCase()
  const plainSearch = plain(searchText)
  const isIn = (list: readonly string[] | undefined, values: string[]) =>
    !list || values.some((value) => list.includes(value))
  return (
    !it.isTrashed &&
    (plain(it.name).trim().includes(plainSearch) || it.id.includes(searchText)) &&
    isIn(type, [it.type]) &&
    isIn(gender, [it.gender]) &&
    isIn(applicationId, it.places) &&
    isIn(tag, it.tags) &&
    (locked === undefined || String(it.locked) === locked)
  )
}

function queryOf(chance: SeededRandom, all: readonly KnownAsset[]): Query {
  const some = <T>(value: () => T) => (chance.integerBelow(3) === 0 ? value() : undefined)
  const search = some(() => {
    const { name } = chance.pick(all)
    const from = chance.integerBelow(name.length)
    return name.slice(from, from + 1 + chance.integerBelow(9))
  })
  const query = {
    search: search?.trim() || undefined,
    type: some(() => TYPES.slice(0, 1 + chance.integerBelow(2))),
    gender: some(() => [chance.pick(GENDERS)]),
    applicationId: some(() => APPLICATIONS.slice(0, 1 + chance.integerBelow(2))),
    tag: some(() => [chance.pick(APPLICATIONS)]),
    locked: some(() => chance.pick(['true', 'false'] as const)),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Query
}

describe.each([['PGlite'], ['PostgreSQL']] as const)('with %s', (store) => {
  const isSkipped = store === 'PostgreSQL' && postgresSkipReason !== undefined
  let postgres: TestPostgres | undefined
  let server: TestServer
  let admin: TestAccount

  beforeAll(async () => {
    if (isSkipped) return
    postgres = store === 'PostgreSQL' ? await TestPostgres.create() : undefined
    server = await openTestServer(postgres ? { url: postgres.url } : {})
  })
  beforeEach(async () => {
    if (isSkipped) return
    await server.reset()
    admin = await server.account('admin')
    for (const id of APPLICATIONS) {
      const row = { id, name: id, name_key: id }
      await server.deps.db
        .insertInto('applications')
        .values({ ...row, owner_id: admin.id, created_at: new Date() })
        .execute()
      await server.deps.db
        .insertInto('tags')
        .values({ ...row, look_alike_key: id, color: 'olive' })
        .execute()
    }
  })
  afterAll(async () => {
    await server?.close()
    await postgres?.remove()
  })

  async function insert(all: readonly KnownAsset[]) {
    const rows = JSON.stringify(all.map((it) => ({ ...it, key: toNameKey(it.name) })))
    await sql`with given as (select * from jsonb_to_recordset(${rows}::text::jsonb) as given (id text, name text, key text,
        type text, gender text, locked boolean, "isTrashed" boolean, places jsonb, tags jsonb)),
      made as (insert into assets (id, name, name_key, type, gender, locked, deleted_at, model_url, triangles, vertices,
          textures, bytes, created_at, updated_at, created_by)
        select id, name, key, type, gender, locked, case when "isTrashed" then now() end, '/files/0.glb', 1, 3, 0, 9,
          now(), now(), ${admin.id} from given)
      select`.execute(server.deps.db)
    const live = JSON.stringify(all.filter(({ isTrashed }) => !isTrashed))
    await sql`insert into asset_applications (asset_id, application_id, position, is_visible)
      select id, jsonb_array_elements_text(places), 1, id < 'asset-150' from jsonb_to_recordset(${live}::text::jsonb)
        as given (id text, places jsonb)`.execute(server.deps.db)
    await sql`insert into asset_tags (asset_id, tag_id) select id, jsonb_array_elements_text(tags)
      from jsonb_to_recordset(${live}::text::jsonb) as given (id text, tags jsonb)`.execute(server.deps.db)
  }

  /** Returns the rows that exist only in `tagged_times`, or only in the tables that it is computed from. */
  async function oddPairs() {
    const { rows } = await sql`
      with kept as (select application_id, tag_id, asset_id, updated_at from tagged_times),
      linked as (select application_id, tag_id, assets.id, assets.updated_at from assets
        join asset_applications as place on place.asset_id = assets.id join asset_tags as tag on tag.asset_id = assets.id)
      (select * from kept except select * from linked) union all (select * from linked except select * from kept)`.execute(
      server.deps.db,
    )
    return rows
  }

  test.skipIf(isSkipped)('lists, totals and counts equal a scan of every asset, for random filters', async () => {
    const chance = createRandom(16)
    const all = Array.from({ length: 300 }, (_, n) => randomAsset(chance, n))
    await insert(all)
    for (let round = 0; round < ROUNDS; round++) {
      const query = queryOf(chance, all)
      const expected = all.filter((it) => matches(it, query))
      const order = round % 2 === 0 ? 'name' : '-updatedAt'
      const { data, pagination } = await admin.client.assets.list({ query: { ...query, limit: 100, order } })
      const counts = await admin.client.assets.countByType({ query })
      const byType = TYPES.map((type) => ({ type, count: expected.filter((it) => it.type === type).length }))
      const expectedIds = expected.map(({ id }) => id)
      expect({ query, total: pagination.totalDocs, counts }).toEqual({
        query,
        total: expected.length,
        counts: byType.filter(({ count }) => count > 0).sort((a, b) => (a.type < b.type ? -1 : 1)),
      })
      expect(data.length).toBe(Math.min(100, expected.length))
      expect(expectedIds).toEqual(expect.arrayContaining(data.map(({ id }) => id)))
    }
  })

  test.skipIf(isSkipped)(
    'a list by tag and application contains each asset exactly once, over all pages and in each order',
    async () => {
      const chance = createRandom(39)
      const all = Array.from({ length: 60 }, (_, n) => ({
        ...randomAsset(chance, n),
        tags: APPLICATIONS,
        places: ['kiln'],
      }))
      await insert(all)
      await sql`update assets set updated_at = timestamptz '2026-01-01' + ('x' || right(md5(id), 4))::bit(16)::int * interval '1 second'`.execute(
        server.deps.db,
      )
      const { rows } = await sql<{ id: string }>`
      select id from assets where deleted_at is null order by updated_at desc, id desc`.execute(server.deps.db)
      const expected = rows.map(({ id }) => id)
      const query = { applicationId: ['kiln'], tag: ['harbour'], limit: 20 }
      const pages = async (order: '-updatedAt' | 'updatedAt' | 'name' | 'position') => {
        const found: string[] = []
        for (let after: string | undefined; ; ) {
          const { data, pagination } = await admin.client.assets.list({ query: { ...query, order, after } })
          expect(pagination.totalDocs).toBe(expected.length)
          found.push(...data.map(({ id }) => id))
          after = pagination.nextCursor
          if (after === undefined) return found
        }
      }
      expect(await pages('-updatedAt')).toEqual(expected)
      expect(await pages('updatedAt')).toEqual(expected.toReversed())
      for (const order of ['name', 'position'] as const)
        expect((await pages(order)).sort()).toEqual(expected.toSorted())
      expect((await admin.client.assets.list({ query: { ...query, applicationId: ['harbour'] } })).data).toEqual([])
    },
  )

  test.skipIf(isSkipped)('stored counts stay correct under concurrent writes to the same assets', async () => {
    const { db } = server.deps
    const all = Array.from({ length: 12 }, (_, n) => ({ ...randomAsset(createRandom(n), n), isTrashed: false }))
    await insert(all)
    const write = async (chance: SeededRandom) => {
      const { id } = chance.pick(all)
      const applicationId = chance.pick(APPLICATIONS)
      const key = { asset: id, place: applicationId }
      const change = [
        () => sql`insert into asset_applications (asset_id, application_id, position)
          select id, ${key.place}, 1 from assets where id in (${id}, ${chance.pick(all).id}) on conflict do nothing`,
        () =>
          sql`delete from asset_applications where asset_id = ${id} or application_id = ${applicationId} and position = 2`,
        () =>
          sql`insert into asset_tags (asset_id, tag_id) select id, ${applicationId} from assets where id = ${id} on conflict do nothing`,
        () => sql`delete from asset_tags where asset_id = ${id}`,
        () =>
          sql`update assets set type = ${chance.pick(TYPES)}, locked = ${chance.integerBelow(2) === 0} where id = ${id}`,
        () => sql`update assets set gender = ${chance.pick(GENDERS)} where id = ${id}`,
        () =>
          sql`update assets set deleted_at = case when deleted_at is null then now() end, type = ${chance.pick(TYPES)} where id = ${id}`,
        () => sql`update assets set deleted_at = case when deleted_at is null then now() end where id = ${id}`,
        () =>
          sql`update assets set updated_at = updated_at + ${`${1 + chance.integerBelow(9)} minutes`}::interval where id = ${id}`,
      ]
      const steps = Array.from({ length: 1 + chance.integerBelow(3) }, () => chance.pick(change)())
      const isUndone = chance.integerBelow(5) === 0
      await transact(db, async (trx) => {
        for (const step of steps) await step.execute(trx)
        if (isUndone) throw new Error('undone')
      }).catch((error: Error & { code?: string }) => {
        // Random steps can deadlock. The database rolls back a deadlocked transaction.
        if (error.message !== 'undone' && !['40P01', '55P03', '57014'].includes(error.code ?? '')) throw error
      })
    }
    const writer = async (n: number) => {
      const chance = createRandom(100 + n)
      for (let i = 0; i < 40; i++) {
        await write(chance)
        if (i % 10 === 9) await mergeCountDeltas(db)
      }
    }
    await Promise.all(Array.from({ length: 6 }, (_, n) => writer(n)))
    expect((await compareTallies(db)).filter((row) => row.kept !== row.counted)).toEqual([])
    expect(await oddPairs()).toEqual([])
    await db.deleteFrom('assets').where('id', '<', 'asset-006').execute()
    expect(await oddPairs()).toEqual([])
    const left = await compareTallies(db)
    expect(left.length).toBeGreaterThan(0)
    expect(left.filter((row) => row.kept !== row.counted)).toEqual([])
  })

  // The embedded database has one connection, so no concurrent merge is possible.
  test.skipIf(isSkipped || store === 'PGlite')(
    'merging count deltas skips deltas that another merge has locked, without waiting',
    async () => {
      const { db } = server.deps
      await insert(
        Array.from({ length: 12 }, (_, n) => ({
          ...randomAsset(createRandom(n), n),
          isTrashed: false,
          tags: APPLICATIONS,
        })),
      )
      const pendingDimensions = async () =>
        (await sql`select distinct dimension from asset_count_deltas`.execute(db)).rows
      await db.transaction().execute(async (trx) => {
        await sql`select from asset_count_deltas where dimension = 'tag' for update`.execute(trx)
        await mergeCountDeltas(db)
        expect(await pendingDimensions()).toEqual([{ dimension: 'tag' }])
      })
      await mergeCountDeltas(db)
      expect(await pendingDimensions()).toEqual([])
      expect((await compareTallies(db)).filter((row) => row.kept !== row.counted)).toEqual([])
    },
  )
})
