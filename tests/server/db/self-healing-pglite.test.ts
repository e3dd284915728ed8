import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { connectToDatabase } from '../../../server/db/connect-to-database.ts'
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
