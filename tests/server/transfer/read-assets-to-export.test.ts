import { type Kysely, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/db/schema.ts'
import { prepareImport } from '../../../server/transfer/prepare-import.ts'
import { readApplicationAssetIds, readAssetsToExport } from '../../../server/transfer/read-assets-to-export.ts'
import { createCapManifestRow } from '../../support/build-archive.ts'
import { insertManyAssets } from '../../support/insert-many-assets.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

/** Number of assets of the application: more than one query reads. */
const ASSETS = 4_500
const MAX_ROWS = 2_000

const server = setUpTestServer({ workers: 0 })
beforeEach(async () => {
  const { db, now } = server.deps
  const { id } = await server.account('admin')
  await insertManyAssets(db, ASSETS, id)
  const application = { id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: id, created_at: now() }
  await db.insertInto('applications').values(application).execute()
  // The order of the application is the reverse of the order of the ids.
  await sql`insert into asset_applications (application_id, asset_id, position)
    select 'harbour', id, row_number() over (order by id desc) from assets`.execute(db)
})

const assetId = (n: number) => `asset-${String(n).padStart(5, '0')}`
const inOrder = Array.from({ length: ASSETS }, (_, i) => assetId(ASSETS - i))

/** Returns the server's database, and a function that returns the largest number of rows of one statement so far. */
function observeRows(): { db: Kysely<Database>; mostRows: () => number } {
  let most = 0
  const db = server.deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      most = Math.max(most, result.rows.length)
      return result
    },
  })
  return { db, mostRows: () => most }
}

/** Returns the number of links that this connection has read; the number may include earlier transactions of the last second. */
async function countReadLinks(trx: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    select (pg_stat_get_xact_tuples_fetched('asset_applications'::regclass)
      + pg_stat_get_xact_tuples_returned('asset_applications'::regclass))::int as links`.execute(trx)
  return rows[0]!.links
}

test('reads asset ids of a large application by position, up to a maximum, at most 2,000 rows at a time', async () => {
  const { db, mostRows } = observeRows()
  expect(await readApplicationAssetIds(db, 'harbour', ASSETS + 1)).toEqual(inOrder)
  expect(await readApplicationAssetIds(db, 'harbour', 3_000)).toEqual(inOrder.slice(0, 3_000))
  expect(await readApplicationAssetIds(db, 'elsewhere', 10)).toEqual([])
  expect(mostRows()).toBe(MAX_ROWS)
})

test('reads only the application links of the exported batch, however many the application has', async () => {
  const { links, batch } = await server.deps.db.transaction().execute(async (trx) => {
    const batch: string[] = []
    const linksBefore = await countReadLinks(trx)
    for await (const assets of readAssetsToExport(trx, 'harbour', inOrder.slice(0, 200)))
      batch.push(...assets.map(({ id }) => id))
    return { links: (await countReadLinks(trx)) - linksBefore, batch }
  })
  expect(batch).toEqual(inOrder.slice(0, 200))
  expect(links).toBeLessThan(1_000)
})

test('prepares a resumed import of a large manifest by statements of at most 2,000 rows', async () => {
  const { db, mostRows } = observeRows()
  const ownerId = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await sql`insert into imports (id, application_id, owner_id, archive_url, dry_run, created_at)
    values ('import', 'harbour', ${ownerId}, '/files/0.zip', false, ${server.deps.now()})`.execute(db)
  // Of every five rows, one has no result yet, so this attempt imports it. One was refused, and three were imported.
  await sql`insert into import_rows (import_id, place, name, outcome, asset_id, without)
    select 'import', n, 'Cap', case when n % 5 = 1 then 'refused' else 'made' end,
      case when n % 5 = 1 then null else 'asset-' || lpad(n::text, 5, '0') end, '[]'
    from generate_series(1, ${ASSETS}::int) n where n % 5 <> 0`.execute(db)
  const rows = Array.from({ length: ASSETS }, (_, i) => ({
    name: 'Cap',
    asset: createCapManifestRow({ id: `cap ${i + 1}` }),
  }))
  const manifest = { tags: [], rows: rows as never }
  const importing = { importId: 'import', applicationId: 'harbour', ownerId, dryRun: false, manifest }
  const { done, refused, rowsByManifestId, ids, present } = await prepareImport({ db }, importing)
  const positions = Array.from({ length: ASSETS }, (_, i) => i + 1)
  expect([...done]).toEqual(positions.filter((place) => place % 5 !== 0))
  expect([...refused]).toEqual(positions.filter((place) => place % 5 === 1))
  expect([...rowsByManifestId.values()].map(({ place }) => place)).toEqual(positions)
  expect([...ids]).toEqual(positions.filter((place) => place % 5 > 1).map((place) => [`cap ${place}`, assetId(place)]))
  // Assets made by this import do not count as already present.
  expect([...present.values()].flat()).toHaveLength(ASSETS - ids.size)
  expect(mostRows()).toBe(MAX_ROWS)
})
