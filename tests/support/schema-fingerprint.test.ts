import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/db/schema.ts'
import { openMemoryStore } from './memory-store.ts'
import { readSchemaFingerprint } from './schema-fingerprint.ts'

let db: Kysely<Database>
let fingerprint: string
beforeAll(async () => {
  db = await openMemoryStore()
  fingerprint = await readSchemaFingerprint(db)
})
afterAll(() => db.destroy())

/** Returns the fingerprint after these statements, and rolls the statements back. */
async function readFingerprintAfter(...statements: string[]): Promise<string> {
  let changedFingerprint = ''
  const rollbackError = new Error('undone')
  await db
    .transaction()
    .execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
      changedFingerprint = await readSchemaFingerprint(trx)
      throw rollbackError
    })
    .catch((error) => {
      if (error !== rollbackError) throw error
    })
  return changedFingerprint
}

const TALLIES = 'select dimension, key, type, gender, locked, count as n from asset_counts'
const CHECKED = `alter table meta add constraint odd check (value <> 'a')`

test.each<[string, ...string[]]>([
  ['a table', 'create table odd (id int)'],
  ['a column', 'alter table meta add column odd text'],
  ['a default value of a column', `alter table meta alter column value set default 'x'`],
  ['a nullable column', 'alter table meta alter column value drop not null'],
  ['a column of another length', 'alter table meta alter column value type varchar(9)'],
  ['a column with another collation', 'alter table meta alter column value type text collate "POSIX"'],
  ['a constraint', CHECKED],
  ['a constraint that is not validated', `${CHECKED} not valid`],
  ['an index', 'create index odd on meta (value)'],
  ['a trigger that fires before instead of after', 'drop trigger assets_counted_out on assets', retriggered('before')],
  ['a disabled trigger', 'alter table assets disable trigger assets_counted_out'],
  ['a view', `create view odd as ${TALLIES}`],
  ['a changed function body', reworded()],
  ['a function with security definer', 'alter function count_assets_in() security definer'],
  ['a function', 'create function odd(int) returns int language sql as $$ select 1 $$'],
  ['statistics', 'create statistics odd on key, value from meta'],
  ['a sequence', 'create sequence odd'],
  ['a sequence with another increment', 'alter sequence job_turns increment 2'],
  ['a type', `create type odd as enum ('one')`],
  ['a rule', 'create rule odd as on delete to meta do instead nothing'],
  ['a policy', 'create policy odd on meta'],
  ['row security', 'alter table meta enable row level security'],
  ['an unlogged table', 'alter table meta set unlogged'],
  ['a storage option of a table', 'alter table meta set (fillfactor = 50)'],
  ['a schema', 'create schema odd'],
  ['a setting of a database role', `alter role postgres set work_mem = '5MB'`],
])('a database schema with %s has a different fingerprint', async (_, ...statements) => {
  expect(await readFingerprintAfter(...statements)).not.toBe(fingerprint)
})

test.each<[string, string[], string[]]>([
  ['a constraint', [CHECKED], [CHECKED.replace("'a'", "'b'")]],
  ['an index', ['create index odd on meta (value)'], ['create index odd on meta (value) where value is null']],
  ['a view', [`create view odd as ${TALLIES}`], [`create view odd as ${TALLIES} where count > 0`]],
  ['a type', [`create type odd as enum ('one')`], [`create type odd as enum ('two')`]],
])('%s with the same name but another definition changes the fingerprint', async (_, one, other) => {
  expect(await readFingerprintAfter(...one)).not.toBe(await readFingerprintAfter(...other))
})

test('rows and rolled-back changes of the schema leave the fingerprint unchanged', async () => {
  expect(await readFingerprintAfter(`insert into meta values ('a', 'b')`, `select nextval('job_turns')`)).toBe(
    fingerprint,
  )
  expect(await readFingerprintAfter()).toBe(fingerprint)
})

function retriggered(moment: string): string {
  return `create trigger assets_counted_out ${moment} delete on assets
    for each statement execute function count_assets_out()`
}
function reworded(): string {
  return `create or replace function count_assets_in() returns trigger language plpgsql as $$ begin return null; end $$`
}
