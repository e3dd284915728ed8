import { createServer } from 'node:net'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../../server/db/open.ts'
import { inOneCall, patiently } from '../../../server/db/patience.ts'
import type { Database } from '../../../server/db/schema.ts'
import { transact } from '../../../server/db/transact.ts'
import { asRefusal } from '../../../server/errors.ts'
import { noPostgres, TestPostgres } from '../../support/postgres.ts'
import { sampledTest } from '../../support/sampled-test.ts'

const AWAY = { code: 'UNAVAILABLE', retryAfter: 2 }

/** In time, on a machine that runs all tests at once; without an end it would be half a minute or for ever. */
const PATIENCE_MS = 25_000

/** What a call would be answered, and after how many milliseconds. */
async function answer(work: () => Promise<unknown>) {
  const begun = performance.now()
  const refusal = await inOneCall(work).then(
    () => undefined,
    (fault) => asRefusal(fault),
  )
  return { refusal, ms: performance.now() - begun }
}

const pidOf = async (db: Kysely<Database>) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

/** The processes behind so many connections, all of them held at the same time. */
async function pidsOf(db: Kysely<Database>, count: number): Promise<number[]> {
  const pids: number[] = []
  let meet = () => {}
  const allThere = new Promise<void>((resolve) => {
    meet = resolve
  })
  const hold = () =>
    db.connection().execute(async (one) => {
      if (pids.push(await pidOf(one)) === count) meet()
      await allThere
    })
  await Promise.all(Array.from({ length: count }, hold))
  return pids
}

test('a server that takes connections and then says nothing is given up in time', async () => {
  const sockets: import('node:net').Socket[] = []
  const silent = createServer((socket) => sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as import('node:net').AddressInfo
  const db = await openStore({ url: `postgres://nobody@127.0.0.1:${port}/none` })
  const both = await Promise.all([1, 2].map(() => answer(() => sql`select 1`.execute(db))))
  for (const { refusal, ms } of both) {
    expect(refusal).toMatchObject(AWAY)
    expect(ms).toBeLessThan(PATIENCE_MS)
  }
  await db.destroy()
  for (const socket of sockets) socket.destroy()
  silent.close()
})

describe.skipIf(noPostgres)('a database in trouble', () => {
  let postgres: TestPostgres
  let db: Kysely<Database>
  let other: pg.Client

  beforeAll(async () => {
    postgres = await TestPostgres.create()
    other = new pg.Client(postgres.url)
    await other.connect()
    // By itself it looks for those that wait for each other after a second: as late as a statement may take.
    await other.query("alter database postgres set deadlock_timeout = '50ms'")
    db = await openStore({ url: postgres.url })
    await other.query('create table things (id int primary key, n int not null)')
    await other.query('insert into things values (1, 0), (2, 0)')
  })
  afterAll(async () => {
    await other.end()
    await db.destroy()
    await postgres.remove()
  })

  const add = (id: number, to: Kysely<Database> = db) => sql`update things set n = n + 1 where id = ${id}`.execute(to)
  const counts = async () => (await other.query('select n from things order by id')).rows.map(({ n }) => n)

  sampledTest('a statement that takes too long is cut off, and so are several that do together', async () => {
    const one = await answer(() => sql`select pg_sleep(30)`.execute(db))
    const many = await answer(async () => {
      for (;;) await sql`select pg_sleep(0.3)`.execute(db)
    })
    for (const { refusal, ms } of [one, many]) {
      expect(refusal).toMatchObject(AWAY)
      expect(ms).toBeLessThan(PATIENCE_MS)
    }
    expect((await answer(() => sql`select 1`.execute(db))).refusal).toBeUndefined()
  })

  test('a call that has no time left for a statement costs the others none of their connections', async () => {
    const own = await openStore({ url: postgres.url, times: 20 })
    const before = await pidsOf(own, 3)
    const { slow, refusal } = await own.connection().execute(async (one) => {
      const sleepTwice = async () => {
        for (let i = 0; i < 2; i++) await sql`select pg_sleep(0.3)`.execute(one)
      }
      return { slow: await pidOf(one), refusal: await inOneCall(sleepTwice, 500).catch(asRefusal) }
    })
    const after = await pidsOf(own, 3)
    expect(refusal).toMatchObject(AWAY)
    expect(before).toContain(slow)
    expect(after).not.toContain(slow)
    expect(after).toEqual(expect.arrayContaining(before.filter((pid) => pid !== slow)))
    await own.destroy()
  })

  test('long work is let finish', async () => {
    expect((await answer(() => patiently(() => sql`select pg_sleep(2.5)`.execute(db)))).refusal).toBeUndefined()
  })

  test('a lock that another holds is waited for no longer than a call may', async () => {
    await other.query('begin; update things set n = n where id = 1')
    const { refusal, ms } = await answer(() => add(1))
    await other.query('rollback')
    expect(refusal).toMatchObject(AWAY)
    expect(ms).toBeLessThan(PATIENCE_MS)
  })

  test('of two transactions that stand in each other’s way both are done, each once', async () => {
    const before = await counts()
    let met = 0
    let meet = () => {}
    const bothThere = new Promise<void>((resolve) => {
      meet = resolve
    })
    const both = (first: number, second: number) =>
      transact(db, async (trx) => {
        await add(first, trx)
        met += 1
        if (met === 2) meet()
        await bothThere
        await add(second, trx)
      })
    await Promise.all([both(1, 2), both(2, 1)])
    // Once more for the one undone; a busy machine may let them meet anew.
    expect(met).toBeGreaterThanOrEqual(3)
    expect(await counts()).toEqual(before.map((n) => n + 2))
  })

  test('a connection lost before its commit is a refusal, and nothing is done', async () => {
    const before = await counts()
    const { refusal } = await answer(() =>
      db.transaction().execute(async (trx) => {
        await add(1, trx)
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        await other.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid])
      }),
    )
    expect(refusal).toMatchObject(AWAY)
    expect(await counts()).toEqual(before)
    expect((await answer(() => add(1))).refusal).toBeUndefined()
  })

  test('a database that only reads refuses writes, and takes them again', async () => {
    await other.query('alter database postgres set default_transaction_read_only = on')
    const readOnly = await openStore({ url: postgres.url })
    expect((await answer(() => add(1, readOnly))).refusal).toMatchObject(AWAY)
    await other.query('set default_transaction_read_only = off')
    await other.query('alter database postgres reset default_transaction_read_only')
    expect((await answer(() => add(1, readOnly))).refusal).toBeUndefined()
    await readOnly.destroy()
  })

  test('a database without a connection to spare is a refusal', async () => {
    const greedy = Array.from({ length: 110 }, () => new pg.Client(postgres.url))
    await Promise.allSettled(greedy.map((client) => client.connect()))
    const late = await openStore({ url: postgres.url })
    const { refusal, ms } = await answer(() => sql`select 1`.execute(late))
    expect(refusal).toMatchObject(AWAY)
    expect(ms).toBeLessThan(PATIENCE_MS)
    await Promise.allSettled(greedy.map((client) => client.end()))
    expect((await answer(() => sql`select 1`.execute(late))).refusal).toBeUndefined()
    await late.destroy()
  })

  test('what is wrong with a statement stays a fault of ours', async () => {
    expect((await answer(() => sql`select * from nothing_there`.execute(db))).refusal).toMatchObject({
      code: 'INTERNAL',
    })
  })
})
