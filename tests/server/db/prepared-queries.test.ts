import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPGlite } from '../../../server/db/connect-to-database.ts'
import { PreparedQueries } from '../../../server/db/prepared-queries.ts'
import { getErrorCode } from '../../../server/errors/database-errors.ts'

let pglite: PGlite
let queries: PreparedQueries

beforeAll(async () => {
  pglite = await createPGlite()
})
beforeEach(async () => {
  await pglite.exec(`rollback; deallocate all; drop table if exists things, work;
    create table things (id int primary key, name text not null, made timestamptz);
    insert into things (id, name) values (1, 'two')`)
  queries = new PreparedQueries(pglite)
})
afterAll(() => queries.close())

/** Runs a statement three times: unprepared, while it is prepared, and prepared. Returns the results. */
async function runThreeTimes(sql: string, parameters: unknown[] = []) {
  const results = []
  for (let time = 0; time < 3; time++)
    results.push(
      await queries.query(sql, parameters).then(({ rows, affectedRows }) => ({ rows, affectedRows }), getErrorCode),
    )
  return results
}

const prepared = async () =>
  (await pglite.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  )

describe('prepared statements', () => {
  test('return the same rows as unprepared statements, for text, numbers, dates, JSON, arrays and bytes', async () => {
    const at = new Date('2026-11-24T20:00:00.000Z')
    const sql = `select $1::text as text, $2::int as int, $3::boolean as yes, $4::timestamptz as at, $5::jsonb as json,
      $6::text[] as list, $7::bytea as bytes, $8::numeric as numeric, $9::int8 as big, null as nothing, $10::uuid as id`
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    const values = ['ä\u{1F98A}\'"', -7, false, at, { a: [1] }, ['x', 'y"'], new Uint8Array([0, 255]), '1.50', 9n, id]
    const row = {
      text: 'ä\u{1F98A}\'"',
      int: -7,
      yes: false,
      at,
      json: { a: [1] },
      list: ['x', 'y"'],
      bytes: new Uint8Array([0, 255]),
      numeric: '1.50',
      big: 9,
      nothing: null,
      id,
    }
    const response = { rows: [row], affectedRows: 0 }
    expect(await runThreeTimes(sql, values)).toEqual([response, response, response])
    expect(await prepared()).toContain(sql)
  })

  test('accept null and report the number of changed rows', async () => {
    expect(await runThreeTimes('select $1::text as text, $2::int as int', [null, undefined])).toEqual(
      Array(3).fill({ rows: [{ text: null, int: null }], affectedRows: 0 }),
    )
    await runThreeTimes('insert into things (id, name) values ($1, $2) on conflict do nothing', [1, 'one'])
    expect(await runThreeTimes('update things set name = $1', ['two'])).toEqual(
      Array(3).fill({ rows: [], affectedRows: 1 }),
    )
  })

  test('report the same error in every run, without affecting later statements', async () => {
    const insert = 'insert into things (id, name) values ($1, $2)'
    expect(await runThreeTimes(insert, [1, 'again'])).toEqual(['23505', '23505', '23505'])
    expect(await runThreeTimes('select nothing from things')).toEqual(['42703', '42703', '42703'])
    expect(await runThreeTimes('select $1::int as n', ['many'])).toEqual(['22P02', '22P02', '22P02'])
    expect(await runThreeTimes('select name from things where id = $1', [1])).toEqual(
      Array(3).fill({ rows: [{ name: 'two' }], affectedRows: 0 }),
    )
  })

  test('are rolled back with their transaction, which accepts no statement after an error', async () => {
    const insert = 'insert into things (id, name) values ($1, $2) returning id'
    for (const end of ['rollback', 'rollback', 'rollback']) {
      await queries.query('begin', [])
      expect((await queries.query(insert, [2, 'two'])).rows).toEqual([{ id: 2 }])
      expect(await queries.query(insert, [2, 'two']).catch(getErrorCode)).toBe('23505')
      expect(await queries.query('select 1', []).catch(getErrorCode)).toBe('25P02')
      await queries.query(end, [])
    }
    expect((await queries.query('select id from things', [])).rows).toEqual([{ id: 1 }])
  })

  test('match a partial unique index in ON CONFLICT by parameter values in every run', async () => {
    await pglite.exec(`create table work (key text, status text);
      create unique index work_live on work (key) where status in ('queued', 'running')`)
    const enqueue = `insert into work (key, status) values ($1, $2)
      on conflict (key) where status in ($3, $4) do nothing`
    const written = []
    for (let time = 0; time < 9; time++)
      written.push((await queries.query(enqueue, ['one', 'queued', 'queued', 'running'])).affectedRows)
    expect(written).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0])
  })

  test('are prepared again after their table was altered, except within a transaction', async () => {
    const all = 'select * from things'
    await runThreeTimes(all)
    await pglite.exec('alter table things add column weight int not null default 3')
    expect(await queries.query(all, [])).toMatchObject({ rows: [{ id: 1, name: 'two', made: null, weight: 3 }] })
    await runThreeTimes(all)
    await pglite.exec('alter table things drop column weight')
    await queries.query('begin', [])
    // An error aborts the transaction, so the statement can be repeated only after the caller has rolled back.
    expect(await queries.query(all, []).catch(getErrorCode)).toBe('0A000')
    await queries.query('rollback', [])
    expect(await runThreeTimes(all)).toEqual(
      Array(3).fill({ rows: [{ id: 1, name: 'two', made: null }], affectedRows: 0 }),
    )
  })

  test('are limited to 100, and evicted statements still run', async () => {
    for (let n = 0; n < 130; n++) await runThreeTimes(`select ${n} as n`)
    expect((await prepared()).length).toBeLessThanOrEqual(100)
    expect(await prepared()).toContain('select 129 as n')
    expect(await runThreeTimes('select 0 as n')).toEqual(Array(3).fill({ rows: [{ n: 0 }], affectedRows: 0 }))
  })
})
