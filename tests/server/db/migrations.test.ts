import { Kysely, Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPGlite, runMigrations } from '../../../server/db/connect-to-database.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { createPgliteDialect } from '../../../server/db/pglite-dialect.ts'
import type { Database } from '../../../server/db/schema.ts'
import { sampledTest } from '../../support/sampled-test.ts'

sampledTest('the upgrade of an old schema stores the last change of each asset per application and tag', async () => {
  const db = new Kysely<Database>({ dialect: createPgliteDialect(await createPGlite()) })
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
    await sql`insert into tags (id, name, name_key, color) values ('winter', 'Winter', 'winter', 'olive')`.execute(db)
    await sql`insert into asset_tags (asset_id, tag_id) values ('a2', 'winter')`.execute(db)
    await runMigrations(db)
    await sql`update assets set updated_at = timestamptz '2026-02-01' where id = 'a1'`.execute(db)
    const times = await db.selectFrom('application_times').selectAll().orderBy('asset_id').execute()
    expect(times.map(({ asset_id, updated_at }) => [asset_id, updated_at.toISOString().slice(0, 10)])).toEqual([
      ['a1', '2026-02-01'],
      ['a2', '2026-01-03'],
    ])
    expect(await db.selectFrom('tagged_times').selectAll().execute()).toEqual([
      { application_id: 'app', tag_id: 'winter', asset_id: 'a2', updated_at: times[1]!.updated_at },
    ])
  } finally {
    await db.destroy()
  }
})

test('the upgrade keeps only the newest of several unused refresh tokens of a session', async () => {
  const db = new Kysely<Database>({ dialect: createPgliteDialect(await createPGlite()) })
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
    await runMigrations(db)
    const remainingTokens = await db.selectFrom('refresh_tokens').select('token_hash').orderBy('token_hash').execute()
    expect(remainingTokens.map(({ token_hash }) => token_hash)).toEqual(['alone', 'twin-b', 'used'])
    const revoked = await db.selectFrom('revocations').selectAll().execute()
    expect(revoked).toEqual([])
  } finally {
    await db.destroy()
  }
})

test('the upgrade keeps mailed links valid, ends mailed codes, and derives sign-in data from the audit log', async () => {
  const db = new Kysely<Database>({ dialect: createPgliteDialect(await createPGlite()) })
  try {
    await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo('0006-application-times')
    await sql`insert into users (id, role, email, verified_at, created_at) values
      ('old', 'user', 'old@house.example', timestamptz '2026-01-02', now()), ('new', 'user', 'new@house.example', null, now())`.execute(
      db,
    )
    await sql`insert into sessions (id, user_id, created_at, expires_at, last_used_at)
      select s, 'new', now(), now(), now() from unnest(array['s1', 's2']) s`.execute(db)
    await sql`insert into proofs (user_id, purpose, code_hash, code_expires_at, link_hash, link_expires_at) values
      ('new', 'verify', 'code-1', now(), 'link-1', now()), ('new', 'reset', 'code-2', now(), 'link-2', now())`.execute(
      db,
    )
    await sql`insert into audit (id, at, user_id, action, address, details) values
      ('1', timestamptz '2026-01-01', 'old', 'sign-in', 'stranger', '{}'),
      ('2', timestamptz '2026-01-03', 'old', 'sign-in', 'home', '{}'),
      ('3', timestamptz '2026-01-04', 'old', 'sign-in', 'home', '{}'),
      ('4', now(), 'new', 'sign-in', 'elsewhere', '{"how":"sign-up","sessionId":"s1"}')`.execute(db)
    await runMigrations(db)
    const proofs = await db.selectFrom('proofs').select(['link_hash', 'session_id']).orderBy('link_hash').execute()
    expect(proofs).toEqual(['link-1', 'link-2'].map((link_hash) => ({ link_hash, session_id: null })))
    const sessions = await db.selectFrom('sessions').select(['id', 'began_with']).orderBy('id').execute()
    expect(sessions.map(({ id, began_with }) => [id, began_with])).toEqual([
      ['s1', 'sign-up'],
      ['s2', null],
    ])
    const knownAddresses = await db.selectFrom('known_addresses').selectAll().execute()
    expect(knownAddresses).toEqual([{ user_id: 'old', address: 'home', seen_at: new Date('2026-01-04') }])
  } finally {
    await db.destroy()
  }
})

test('the upgrade keeps existing tags with look-alike names, and the database refuses further ones', async () => {
  const db = new Kysely<Database>({ dialect: createPgliteDialect(await createPGlite()) })
  try {
    await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo('0048-session-ends')
    // The third tag's name begins with a Cyrillic letter.
    await sql`insert into tags (id, name, name_key, color) values
      ('1', 'Winter', 'winter', 'olive'), ('2', 'scarf', 'scarf', 'olive'), ('3', 'ѕcarf', 'ѕcarf', 'olive')`.execute(
      db,
    )
    await runMigrations(db)
    const tags = await db.selectFrom('tags').select(['name', 'look_alike_key']).orderBy('id').execute()
    expect(tags.map(({ name }) => name)).toEqual(['Winter', 'scarf', 'ѕcarf'])
    expect(tags.map((tag) => tag.look_alike_key)).toEqual(['winter', 'scarf', 'scarf 3'])
    const add = (id: string, key: string) =>
      sql`insert into tags (id, name, name_key, look_alike_key, color) values (${id}, 'x', 'x', ${key}, 'olive')`.execute(
        db,
      )
    await expect(add('4', 'scarf')).rejects.toThrow('tags_look_alike_key')
  } finally {
    await db.destroy()
  }
})
