import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openStore } from '../../../server/db/open.ts'
import { asRefusal } from '../../../server/errors.ts'
import { smallDisk } from '../../support/small-disk.ts'

const disk = smallDisk(90)
const refusal = (fault: unknown) => asRefusal(fault)

afterAll(() => disk?.remove())

describe.skipIf(!disk)('PGlite in a folder', () => {
  test('that came to its end for want of room is opened again with all it had; whose files are gone says so', async () => {
    const folder = join(disk!.folder, 'db')
    const db = await openStore({ folder })
    await sql`create table big as select g as id, repeat(md5(g::text), 20) as t from generate_series(1, 2000) g`.execute(
      db,
    )
    for (let turn = 0; turn < 4; turn++) await sql`update big set t = t || ''`.execute(db)
    await sql`vacuum big`.execute(db)
    await sql`create table kept (n int)`.execute(db)
    const put = (n: number) => sql`insert into kept values (${n})`.execute(db)
    const held = async () =>
      (await sql<{ n: number }>`select n from kept order by n`.execute(db)).rows.map(({ n }) => n)
    await put(1)

    disk!.fill()
    // There is room for the rows, none for the log of what is done: PostgreSQL ends (PANIC).
    const work = db.transaction().execute(async (trx) => {
      for (let turn = 0; turn < 40; turn++) await sql`update big set t = t || '' where id % 3 = 0`.execute(trx)
    })
    expect(await work.then(() => undefined, refusal)).toMatchObject({ code: 'STORAGE_FULL' })
    expect(await held().catch(refusal)).toMatchObject({ code: 'STORAGE_FULL' })
    expect(await put(2).catch(refusal)).toMatchObject({ code: 'STORAGE_FULL' })

    disk!.free()
    await put(3)
    expect(await held()).toEqual([1, 3])

    await rm(folder, { recursive: true })
    expect(await sql`select count(*) from pg_proc, pg_class`.execute(db).catch(refusal)).toMatchObject({
      code: 'UNAVAILABLE',
    })
    await Promise.race([db.destroy().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 500))])
  })
})
