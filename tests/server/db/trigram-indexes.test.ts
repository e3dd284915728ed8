import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../server/db/schema.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let db: Kysely<Database>
beforeAll(async () => {
  server = await openTestServer({ workers: 0 })
  db = server.deps.db
})
afterAll(() => server.close())

describe('trigram indexes', () => {
  test('cover expressions, because the planner would also use a column’s index for equality searches', async () => {
    const { rows } = await sql<{ name: string; isExpression: boolean }>`
      select relname as name, 0 = any (indkey) as "isExpression"
      from pg_index join pg_class on pg_class.oid = indexrelid
      where exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass.oid = any (indclass))
      order by relname`.execute(db)
    expect(rows).toEqual([
      { name: 'assets_id_fragments', isExpression: true },
      { name: 'assets_name_phrases', isExpression: true },
    ])
  })

  test('serve the search for a part of an id or name', async () => {
    await server.reset()
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from assets
        where replace(name_key, ' ', 'Q') like '%harbour%' or lower(id) like '%harbour%'`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('assets_id_fragments')
    expect(plan).toContain('assets_name_phrases')
  })
})
