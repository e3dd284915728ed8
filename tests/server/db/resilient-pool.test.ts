import { createServer } from 'node:net'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectToDatabase } from '../../../server/db/connect-to-database.ts'
import type { Database } from '../../../server/db/schema.ts'
import { transact } from '../../../server/db/transact.ts'
import { withLongTimeout, withRequestTimeout } from '../../../server/db/wait-budget.ts'
import { toHttpError } from '../../../server/errors/http-error.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { sampledTest } from '../../support/sampled-test.ts'

const AWAY = { code: 'UNAVAILABLE', retryAfter: 2 }

/** Maximum duration on a busy machine, in milliseconds. Without the timeouts under test, a request takes at least 30 s. */
const PATIENCE_MS = 25_000

/** Runs work as a request. Returns the error of the response, and the duration in milliseconds. */
async function response(work: () => Promise<unknown>) {
  const startedAt = performance.now()
  const refusal = await withRequestTimeout(work).then(
    () => undefined,
    (error) => toHttpError(error),
  )
  return { refusal, ms: performance.now() - startedAt }
}

const pidOf = async (db: Kysely<Database>) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

/** Returns the backend processes of `count` connections that are all open at the same time. */
async function pidsOf(db: Kysely<Database>, count: number): Promise<number[]> {
  const pids: number[] = []
  let resolveBothStarted = () => {}
  const allThere = new Promise<void>((resolve) => {
    resolveBothStarted = resolve
  })
  const hold = () =>
    db.connection().execute(async (one) => {
      if (pids.push(await pidOf(one)) === count) resolveBothStarted()
      await allThere
    })
  await Promise.all(Array.from({ length: count }, hold))
  return pids
}

test('a query fails within its timeout if the database server accepts connections but sends nothing', async () => {
  const sockets: import('node:net').Socket[] = []
  const silent = createServer((socket) => sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as import('node:net').AddressInfo
  const db = await connectToDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none` })
  const both = await Promise.all([1, 2].map(() => response(() => sql`select 1`.execute(db))))
  for (const { refusal, ms } of both) {
    expect(refusal).toMatchObject(AWAY)
    expect(ms).toBeLessThan(PATIENCE_MS)
  }
  await db.destroy()
  for (const socket of sockets) socket.destroy()
  silent.close()
})

describe.skipIf(postgresSkipReason)('the connection pool', () => {
  let postgres: TestPostgres
  let db: Kysely<Database>
  let other: pg.Client

  beforeAll(async () => {
    postgres = await TestPostgres.create()
    other = new pg.Client(postgres.url)
    await other.connect()
    // The default of one second equals the statement timeout, which would end a deadlock before it is detected.
    await other.query("alter database postgres set deadlock_timeout = '50ms'")
    db = await connectToDatabase({ url: postgres.url })
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

  sampledTest('cancels one long statement, and a series of statements that together take too long', async () => {
    const one = await response(() => sql`select pg_sleep(30)`.execute(db))
    const many = await response(async () => {
      for (;;) await sql`select pg_sleep(0.3)`.execute(db)
    })
    for (const { refusal, ms } of [one, many]) {
      expect(refusal).toMatchObject(AWAY)
      expect(ms).toBeLessThan(PATIENCE_MS)
    }
    expect((await response(() => sql`select 1`.execute(db))).refusal).toBeUndefined()
  })

  test('closes only the connection of a request that has no time left for a statement', async () => {
    const own = await connectToDatabase({ url: postgres.url, times: 20 })
    const before = await pidsOf(own, 3)
    const { slow, refusal } = await own.connection().execute(async (one) => {
      const sleepTwice = async () => {
        for (let i = 0; i < 2; i++) await sql`select pg_sleep(0.3)`.execute(one)
      }
      return { slow: await pidOf(one), refusal: await withRequestTimeout(sleepTwice, 500).catch(toHttpError) }
    })
    const after = await pidsOf(own, 3)
    expect(refusal).toMatchObject(AWAY)
    expect(before).toContain(slow)
    expect(after).not.toContain(slow)
    expect(after).toEqual(expect.arrayContaining(before.filter((pid) => pid !== slow)))
    await own.destroy()
  })

  test('does not cancel statements of long-running jobs', async () => {
    expect((await response(() => withLongTimeout(() => sql`select pg_sleep(2.5)`.execute(db)))).refusal).toBeUndefined()
  })

  test('waits for a lock no longer than a request may take', async () => {
    await other.query('begin; update things set n = n where id = 1')
    const { refusal, ms } = await response(() => add(1))
    await other.query('rollback')
    expect(refusal).toMatchObject(AWAY)
    expect(ms).toBeLessThan(PATIENCE_MS)
  })

  test('completes two deadlocked transactions, each exactly once', async () => {
    const before = await counts()
    let startedCount = 0
    let resolveBothStarted = () => {}
    const bothThere = new Promise<void>((resolve) => {
      resolveBothStarted = resolve
    })
    const both = (first: number, second: number) =>
      transact(db, async (trx) => {
        await add(first, trx)
        startedCount += 1
        if (startedCount === 2) resolveBothStarted()
        await bothThere
        await add(second, trx)
      })
    await Promise.all([both(1, 2), both(2, 1)])
    // Two first attempts, and at least one retry after the conflict. On a busy machine the retries may conflict again.
    expect(startedCount).toBeGreaterThanOrEqual(3)
    expect(await counts()).toEqual(before.map((n) => n + 2))
  })

  test('returns 503 and changes nothing if the connection breaks before the commit', async () => {
    const before = await counts()
    const { refusal } = await response(() =>
      db.transaction().execute(async (trx) => {
        await add(1, trx)
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        await other.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid])
      }),
    )
    expect(refusal).toMatchObject(AWAY)
    expect(await counts()).toEqual(before)
    expect((await response(() => add(1))).refusal).toBeUndefined()
  })

  test('refuses writes while the database is read-only, and accepts them afterwards', async () => {
    await other.query('alter database postgres set default_transaction_read_only = on')
    const readOnly = await connectToDatabase({ url: postgres.url })
    expect((await response(() => add(1, readOnly))).refusal).toMatchObject(AWAY)
    await other.query('set default_transaction_read_only = off')
    await other.query('alter database postgres reset default_transaction_read_only')
    expect((await response(() => add(1, readOnly))).refusal).toBeUndefined()
    await readOnly.destroy()
  })

  test('returns 503 if the database has no free connection', async () => {
    const greedy = Array.from({ length: 110 }, () => new pg.Client(postgres.url))
    await Promise.allSettled(greedy.map((client) => client.connect()))
    const late = await connectToDatabase({ url: postgres.url })
    const { refusal, ms } = await response(() => sql`select 1`.execute(late))
    expect(refusal).toMatchObject(AWAY)
    expect(ms).toBeLessThan(PATIENCE_MS)
    await Promise.allSettled(greedy.map((client) => client.end()))
    expect((await response(() => sql`select 1`.execute(late))).refusal).toBeUndefined()
    await late.destroy()
  })

  test('reports an invalid statement as an internal error', async () => {
    expect((await response(() => sql`select * from nothing_there`.execute(db))).refusal).toMatchObject({
      code: 'INTERNAL',
    })
  })
})
