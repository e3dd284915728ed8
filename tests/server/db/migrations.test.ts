import { Kysely, Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '../../../server/db/migrations/index.ts'
import { createPGlite, migrate } from '../../../server/db/open.ts'
import { pgliteDialect } from '../../../server/db/pglite-dialect.ts'
import type { Database } from '../../../server/db/schema.ts'

test('what an older version kept is listed by when it changed, after an upgrade as before', async () => {
  const db = new Kysely<Database>({ dialect: pgliteDialect(await createPGlite()) })
  try {
    await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo('0005-files')
    await sql`insert into users (id, role, created_at) values ('u', 'admin', now())`.execute(db)
    await sql`insert into applications (id, name, name_key, owner_id, created_at) values ('app', 'App', 'app', 'u', now())`.execute(
      db,
    )
    await sql`insert into assets (id, name, name_key, type, gender, model_url, triangles, vertices, textures, bytes,
        created_at, updated_at, created_by)
      select 'a' || n, 'A', 'a', 'top', 'male', '/files/0.glb', 1, 1, 1, 1, now(), timestamptz '2026-01-01' + n * interval '1 day', 'u'
      from generate_series(1, 2) n`.execute(db)
    await sql`insert into asset_applications (asset_id, application_id, position) values ('a1', 'app', 1), ('a2', 'app', 2)`.execute(
      db,
    )
    await migrate(db)
    await sql`update assets set updated_at = timestamptz '2026-02-01' where id = 'a1'`.execute(db)
    const times = await db.selectFrom('application_times').selectAll().orderBy('asset_id').execute()
    expect(times.map(({ asset_id, updated_at }) => [asset_id, updated_at.toISOString().slice(0, 10)])).toEqual([
      ['a1', '2026-02-01'],
      ['a2', '2026-01-03'],
    ])
  } finally {
    await db.destroy()
  }
})

test('of the tokens that two racing tabs left alive in one session the youngest stays, after an upgrade', async () => {
  const db = new Kysely<Database>({ dialect: pgliteDialect(await createPGlite()) })
  try {
    await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo('0006-application-times')
    await sql`insert into users (id, role, created_at) values ('u', 'user', now())`.execute(db)
    await sql`insert into sessions (id, user_id, created_at, expires_at, last_used_at)
      select 's' || n, 'u', now(), now() + interval '30 days', now() from generate_series(1, 2) n`.execute(db)
    await sql`insert into refresh_tokens (token_hash, session_id, created_at, used_at) values
      ('used', 's1', timestamptz '2026-01-01', timestamptz '2026-01-02'),
      ('older', 's1', timestamptz '2026-01-02', null),
      ('twin-a', 's1', timestamptz '2026-01-03', null),
      ('twin-b', 's1', timestamptz '2026-01-03', null),
      ('alone', 's2', timestamptz '2026-01-01', null)`.execute(db)
    await migrate(db)
    const kept = await db.selectFrom('refresh_tokens').select('token_hash').orderBy('token_hash').execute()
    expect(kept.map(({ token_hash }) => token_hash)).toEqual(['alone', 'twin-b', 'used'])
    const revoked = await db.selectFrom('revocations').selectAll().execute()
    expect(revoked).toEqual([])
  } finally {
    await db.destroy()
  }
})
