import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/db/schema.ts'
import { openMemory } from './memory-store.ts'
import { shapeOf } from './store-shape.ts'

let db: Kysely<Database>
let whole: string
beforeAll(async () => {
  db = await openMemory()
  whole = await shapeOf(db)
})
afterAll(() => db.destroy())

/** The shape of a store to which something is done; it is undone. */
async function after(...statements: string[]): Promise<string> {
  let shape = ''
  const undone = new Error('undone')
  await db
    .transaction()
    .execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
      shape = await shapeOf(trx)
      throw undone
    })
    .catch((fault) => {
      if (fault !== undone) throw fault
    })
  return shape
}

const TALLIES = 'select dimension, key, type, gender, locked, count as n from asset_counts'
const CHECKED = `alter table meta add constraint odd check (value <> 'a')`

test.each<[string, ...string[]]>([
  ['a table', 'create table odd (id int)'],
  ['a column', 'alter table meta add column odd text'],
  ['a default', `alter table meta alter column value set default 'x'`],
  ['a column that may be empty', 'alter table meta alter column value drop not null'],
  ['another length of a column', 'alter table meta alter column value type varchar(9)'],
  ['another collation', 'alter table meta alter column value type text collate "POSIX"'],
  ['a constraint', CHECKED],
  ['a constraint that is not checked', `${CHECKED} not valid`],
  ['an index', 'create index odd on meta (value)'],
  ['another moment of a trigger', 'drop trigger assets_counted_out on assets', retriggered('before')],
  ['a trigger that is off', 'alter table assets disable trigger assets_counted_out'],
  ['a view', `create view odd as ${TALLIES}`],
  ['another text of a function', reworded()],
  ['another right of a function', 'alter function count_assets_in() security definer'],
  ['a function', 'create function odd(int) returns int language sql as $$ select 1 $$'],
  ['statistics', 'create statistics odd on key, value from meta'],
  ['a sequence', 'create sequence odd'],
  ['a sequence that counts otherwise', 'alter sequence job_turns increment 2'],
  ['a type', `create type odd as enum ('one')`],
  ['a rule', 'create rule odd as on delete to meta do instead nothing'],
  ['a policy', 'create policy odd on meta'],
  ['row security', 'alter table meta enable row level security'],
  ['a table that is not logged', 'alter table meta set unlogged'],
  ['an option of a table', 'alter table meta set (fillfactor = 50)'],
  ['a schema', 'create schema odd'],
  ['a setting of an account', `alter role postgres set work_mem = '5MB'`],
])('a store with %s has another shape', async (_, ...statements) => {
  expect(await after(...statements)).not.toBe(whole)
})

test.each<[string, string[], string[]]>([
  ['a constraint', [CHECKED], [CHECKED.replace("'a'", "'b'")]],
  ['an index', ['create index odd on meta (value)'], ['create index odd on meta (value) where value is null']],
  ['a view', [`create view odd as ${TALLIES}`], [`create view odd as ${TALLIES} where count > 0`]],
  ['a type', [`create type odd as enum ('one')`], [`create type odd as enum ('two')`]],
])('%s of the same name that says something else is another shape', async (_, one, other) => {
  expect(await after(...one)).not.toBe(await after(...other))
})

test('rows change nothing of the shape, nor does what was undone', async () => {
  expect(await after(`insert into meta values ('a', 'b')`, `select nextval('job_turns')`)).toBe(whole)
  expect(await after()).toBe(whole)
})

function retriggered(moment: string): string {
  return `create trigger assets_counted_out ${moment} delete on assets
    for each statement execute function count_assets_out()`
}
function reworded(): string {
  return `create or replace function count_assets_in() returns trigger language plpgsql as $$ begin return null; end $$`
}
