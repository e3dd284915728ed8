import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectToDatabase } from '../../../server/db/connect-to-database.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

describe.skipIf(postgresSkipReason)('a wardrobe change while one of its assets is being trashed', () => {
  let postgres: TestPostgres
  let server: TestServer
  beforeAll(async () => {
    postgres = await TestPostgres.create()
    server = await openTestServer({ url: postgres.url, workers: 0 })
  })
  afterAll(async () => {
    await server.close()
    await postgres.remove()
  })

  test('waits for the transaction that trashes the asset, without a deadlock', async () => {
    const admin = await server.account('admin')
    const { url: modelUrl } = await server.upload(admin, buildTinyGlb())
    const { id } = await admin.client.assets.create({
      body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl },
    })
    const wardrobe = { userId: admin.id, body: { assetIds: [id] } }
    await admin.client.privateUserAssets.add(wardrobe)
    const other = await connectToDatabase({ url: postgres.url, times: 20 })
    let changing: Promise<unknown> = Promise.resolve()
    // Does what trashing an asset does: locks the asset's row, then writes a row that refers to the wardrobe's owner.
    await other.transaction().execute(async (trx) => {
      await trx.selectFrom('assets').select('id').where('id', '=', id).forUpdate().execute()
      changing = admin.client.privateUserAssets.remove(wardrobe)
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(trx)
        expect(rows.length).toBeGreaterThan(0)
      })
      await trx
        .insertInto('trashed_user_assets')
        .values({ asset_id: id, user_id: admin.id, added_at: new Date() })
        .execute()
    })
    await changing
    const { rows } = await sql<{ deadlocks: string }>`select sum(deadlocks) as deadlocks from pg_stat_database`.execute(
      other,
    )
    expect(Number(rows[0]!.deadlocks)).toBe(0)
    await other.destroy()
  })
})
