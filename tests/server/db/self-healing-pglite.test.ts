import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { connectToDatabase } from '../../../server/db/connect-to-database.ts'
import type { EmbeddedDatabase } from '../../../server/db/pglite-dialect.ts'
import { SelfHealingPGlite } from '../../../server/db/self-healing-pglite.ts'
import { toHttpError } from '../../../server/errors/http-error.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'

const disk = mountSmallDisk(90)
const refusal = (error: unknown) => toHttpError(error)

afterAll(() => disk?.remove())

describe.skipIf(!disk)('PGlite in a folder', () => {
  test('reopens with all rows after it crashed on a full disk, and reports missing files', async () => {
    const folder = join(disk!.folder, 'db')
    const db = await connectToDatabase({ folder })
    await sql`create table big as select g as id, repeat(md5(g::text), 20) as t from generate_series(1, 2000) g`.execute(
      db,
    )
    for (let round = 0; round < 4; round++) await sql`update big set t = t || ''`.execute(db)
    await sql`vacuum big`.execute(db)
    await sql`create table kept (n int)`.execute(db)
    const put = (n: number) => sql`insert into kept values (${n})`.execute(db)
    const updateInTransaction = async () =>
      (await sql<{ n: number }>`select n from kept order by n`.execute(db)).rows.map(({ n }) => n)
    await put(1)

    disk!.fillUp()
    // There is space for the rows, but not for the write-ahead log: PostgreSQL exits (PANIC).
    const work = db.transaction().execute(async (trx) => {
      for (let round = 0; round < 40; round++) await sql`update big set t = t || '' where id % 3 = 0`.execute(trx)
    })
    expect(await work.then(() => undefined, refusal)).toMatchObject({ code: 'STORAGE_FULL' })
    expect(await updateInTransaction().catch(refusal)).toMatchObject({ code: 'STORAGE_FULL' })
    expect(await put(2).catch(refusal)).toMatchObject({ code: 'STORAGE_FULL' })

    disk!.freeSpace()
    await put(3)
    expect(await updateInTransaction()).toEqual([1, 3])

    await rm(folder, { recursive: true })
    expect(await sql`select count(*) from pg_proc, pg_class`.execute(db).catch(refusal)).toMatchObject({
      code: 'UNAVAILABLE',
    })
    await Promise.race([db.destroy().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 500))])
  })
})

test('waits one second after the first failed reopening, even if an earlier crash needed longer waits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-reopen-'))
  await writeFile(join(folder, 'PG_VERSION'), '17')
  let [time, openings, canOpen] = [0, 0, true]
  const crashing = {
    query: async () => {
      throw new WebAssembly.RuntimeError('unreachable')
    },
    close: async () => {},
  } as unknown as EmbeddedDatabase
  const open = async () => {
    openings += 1
    if (!canOpen) throw new Error('recovery failed')
    return crashing
  }
  const outage = { reportFailure() {}, reportSuccess() {} }
  const database = await SelfHealingPGlite.open(folder, open, outage, () => time)
  const crash = () => expect(database.query('select 1', [])).rejects.toThrow()
  const reviveAfter = (ms: number) => {
    time += ms
    return database.revive().then(
      () => 'open',
      () => 'closed',
    )
  }
  await crash()
  canOpen = false
  expect([await reviveAfter(0), await reviveAfter(1000), await reviveAfter(2000)]).toEqual(Array(3).fill('closed'))
  canOpen = true
  expect([await reviveAfter(3999), await reviveAfter(1)]).toEqual(['closed', 'open'])
  await crash()
  canOpen = false
  expect(await reviveAfter(0)).toBe('closed')
  canOpen = true
  expect([await reviveAfter(999), await reviveAfter(1), openings]).toEqual(['closed', 'open', 7])
  await rm(folder, { recursive: true })
})
