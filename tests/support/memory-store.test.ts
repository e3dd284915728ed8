import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/db/schema.ts'
import { emptyTables } from './empty-tables.ts'
import { openMemoryStore } from './memory-store.ts'

const mark = (db: Kysely<Database>, key: string) => db.insertInto('meta').values({ key, value: 'x' }).execute()
const scalar = async (db: Kysely<Database>, expression: string) =>
  (await sql<{ it: unknown }>`select ${sql.raw(expression)} as it`.execute(db)).rows[0]?.it
/** Returns the start time and process id of the database behind a store, which identify the database. */
const backendIdentity = (db: Kysely<Database>) => scalar(db, `pg_postmaster_start_time()::text || pg_backend_pid()`)

test('resets and reuses a closed store, and rejects queries through the old handle', async () => {
  const first = await openMemoryStore()
  const identity = await backendIdentity(first)
  await mark(first, 'left')
  await sql`select nextval('job_turns')`.execute(first)
  await sql`update outbox_end set position = 7`.execute(first)
  await sql`begin`.execute(first)
  await expect(scalar(first, '1 / 0')).rejects.toThrow('division by zero')
  await first.destroy()

  const second = await openMemoryStore()
  onTestFinished(() => second.destroy())
  expect(await backendIdentity(second)).toBe(identity)
  expect(await scalar(second, '(select count(*)::int from meta)')).toBe(0)
  expect(await scalar(second, `nextval('job_turns')::int`)).toBe(1)
  expect(await scalar(second, '(select position::int from outbox_end)')).toBe(0)
  await expect(mark(first, 'late')).rejects.toThrow('destroyed')
})

test.each([
  ['a constraint', 'alter table meta add constraint odd check (value is null)'],
  ['a column', 'alter table meta add column odd text'],
  ['a table', 'create table odd (id int)'],
])('does not reuse a store to which a test added %s', async (_, statement) => {
  const first = await openMemoryStore()
  const identity = await backendIdentity(first)
  await sql.raw(statement).execute(first)
  await first.destroy()

  const second = await openMemoryStore()
  onTestFinished(() => second.destroy())
  expect(await backendIdentity(second)).not.toBe(identity)
})

test('discards session settings and temporary tables when a store is reused', async () => {
  const first = await openMemoryStore()
  const identity = await backendIdentity(first)
  for (const statement of ['set lock_timeout = 7', 'create temporary table odd (id int)'])
    await sql.raw(statement).execute(first)
  await first.destroy()

  const second = await openMemoryStore()
  onTestFinished(() => second.destroy())
  expect(await backendIdentity(second)).toBe(identity)
  expect(await scalar(second, `current_setting('lock_timeout')`)).toBe('0')
  expect(await scalar(second, `to_regclass('pg_temp.odd')`)).toBe(null)
})

test('emptyTables deletes a few rows despite foreign keys, and truncates a large table', async () => {
  const db = await openMemoryStore()
  onTestFinished(() => db.destroy())
  const user = { id: 'u', role: 'user' as const, created_at: new Date() }
  await db.insertInto('users').values(user).execute()
  await sql`insert into sessions (id, user_id, created_at, expires_at, last_used_at, began_with)
    values ('s', 'u', now(), now(), now(), 'guest')`.execute(db)
  await emptyTables(db)
  for (const table of ['users', 'sessions', 'revocations'])
    expect(await scalar(db, `(select count(*)::int from ${table})`)).toBe(0)

  await sql`insert into meta select g::text, repeat(md5(g::text), 20) from generate_series(1, 2000) g`.execute(db)
  expect(await scalar(db, `pg_relation_size('meta')::int`)).toBeGreaterThan(1_000_000)
  await emptyTables(db)
  expect(await scalar(db, `pg_relation_size('meta')::int`)).toBe(0)
})
