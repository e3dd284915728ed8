import { sql } from 'kysely'
import { connectToDatabase, runMigrations } from '../../server/db/connect-to-database.ts'

/** Adds copies of the demo's assets under other names to the store of a stopped server, until the store has `count` assets. */
export async function fillStore(folder: string, count: number): Promise<void> {
  const db = await connectToDatabase({ folder })
  await runMigrations(db)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from assets`.execute(db)
  const missing = count - rows[0]!.n
  await sql`
    insert into assets (id, name, name_key, type, gender, model_url, icon_url, locked, default_authorized, triangles, vertices,
      textures, bytes, created_at, updated_at, created_by)
    select '01b00000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), one.name || ' ' || n, one.name_key || ' ' || n, one.type,
      one.gender, one.model_url, one.icon_url, n % 10 = 3, n % 7 = 0, one.triangles, one.vertices, one.textures, one.bytes,
      one.created_at - n * interval '1 minute', one.updated_at - n * interval '1 minute', one.created_by
    from generate_series(1, ${missing}::int) n
    join (select *, row_number() over (order by id) - 1 as place, count(*) over () as total from assets) one
      on one.place = n % one.total`.execute(db)
  await db.destroy()
}
